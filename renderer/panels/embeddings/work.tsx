import { useStore } from 'zustand';
import { planBatches } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { lazyModule, lazyPart, useLazyModule } from '../../ui/base/lazy-module.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import { embeddingsStore, openCorpus, openText, useChoices, useCorpus } from './embeddings.ts';
import { isComparable, missingPlaces, optionsOf } from './model/lab.ts';
import { focusOn } from './selection.ts';
import { TextsStage } from './texts/texts-stage.tsx';
import { useEmbed, useHome } from './use-embed.ts';
import s from './work.module.css';

const fileReading = lazyModule(() => import('./read-files.ts'));
const EncodingDialog = lazyPart(async () => (await import('../../lib/corpus/encoding-question.tsx')).EncodingDialog);
const SendingNotes = lazyPart(async () => (await import('./sending-notes.tsx')).SendingNotes);
const embeddingsView = lazyModule(() => import('./lab/lab.tsx'));

/** The texts, or the results of their vectors; connects the wire drawer to the next request and to the newest response. */
export function EmbeddingsWork() {
  const t = useStrings().embeddings;
  const { ready, connection } = useActive();
  const { view, opening } = useStore(embeddingsStore());
  const { blocker, running, replaced, start } = useEmbed();
  const { reason, attempt } = useBlockedSend(blocker);
  const { mustChoose } = useHome();
  const loaded = useLazyModule(embeddingsView, view === 'map');
  const hasNotes = connection !== null && (mustChoose || reason !== undefined || (replaced > 0 && running === null));
  useDrawer();
  useShortcut('embeddings.new', () => void embeddingsStore().create());
  useShortcut('embeddings.embed', () => attempt(start), running === null);
  useRequestedOrigin('embeddings', ({ documentId, itemId }) => {
    void openCorpus(documentId).then((isOpen) => isOpen && itemId !== '' && focusOn(Number(itemId)));
  });
  return (
    <DropZone
      className={layout.fill}
      title={t.drop}
      hint={t.dropHint}
      onFiles={(files) => void fileReading.load().then(({ readFiles: takeFiles }) => takeFiles(files))}
      onText={(text) => {
        if (embeddingsStore().getState().view === 'texts') void openText(text);
      }}
    >
      <h1 className="sr-only">{t.title}</h1>
      {hasNotes && !opening && <SendingNotes reason={reason} />}
      {ready && !connection ? (
        <NoConnection level={2}>{t.noConnectionBody}</NoConnection>
      ) : opening || (view === 'map' && !loaded) ? (
        <div className={s.opening} aria-busy>
          <p role="status">{t.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : view === 'map' && loaded ? (
        <loaded.Lab />
      ) : (
        <TextsStage />
      )}
      <EncodingDialog />
    </DropZone>
  );
}

/** The preview shows the next request; the record is that of the last one. */
function useDrawer(): void {
  const { connection, key } = useActive();
  const { model, settings } = useChoices();
  const { read, base, overlay, batch } = useCorpus();
  const { mustChoose } = useHome();
  const slot = useStore(embeddingsStore(), ({ running }) => running?.slot ?? 'base');
  const texts = read.items.map(({ text }) => text);
  const options = optionsOf(settings);
  const target = { connectionId: connection?.id ?? '', model, options };
  const missing = missingPlaces(texts.length, isComparable(base, target) ? base : null);
  const [next = []] = planBatches(texts, batch, missing.length > 0 ? missing : undefined);
  const draft =
    connection && !mustChoose && next.length > 0
      ? embeddingDraft(
          { ...target, ...(key ? { keyId: key.id } : {}) },
          next.map((place) => texts[place] as string),
        )
      : null;
  useWireFocus(draft, (slot === 'overlay' ? overlay : base)?.batches.at(-1)?.exchangeId ?? null);
}
