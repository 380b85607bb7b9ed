import { useStore } from 'zustand';
import { planBatches } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embedding-draft.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { embeddingsStore, openCorpus, takeText, useChoices } from './embeddings.ts';
import { continues, missingPlaces, optionsOf } from './model/lab.ts';
import { focusOn } from './selection.ts';
import { TextsStage } from './texts/texts-stage.tsx';
import { useEmbed } from './use-embed.ts';
import { useHome } from './use-home.ts';
import s from './work.module.css';

const fileTaking = lazyModule(() => import('./take-files.ts'));
const sendingNotes = lazyModule(() => import('./sending-notes.tsx'));
const embeddingsView = lazyModule(() => import('./lab/lab.tsx'));

/** The texts, or what their vectors say; binds the wire drawer to what would be sent and to the newest answer. */
export function EmbeddingsWork() {
  const t = useStrings().embeddings;
  const { ready, connection } = useActive();
  const { view, opening } = useStore(embeddingsStore());
  const { blocker, running, replaced, start } = useEmbed();
  const { said, attempt } = useBlockedSend(blocker);
  const { mustChoose } = useHome();
  const notes = useLazyModule(
    sendingNotes,
    connection !== null && (mustChoose || said !== undefined || (replaced > 0 && running === null)),
  );
  const loaded = useLazyModule(embeddingsView, view === 'map');
  useDrawer();
  useShortcut(
    { id: 'embeddings.embed', keys: '$mod+Enter', title: t.embed.act, group: t.title, inFields: true },
    () => attempt(start),
    running === null,
  );
  useRequestedOrigin('embeddings', ({ documentId, itemId }) => {
    void openCorpus(documentId).then((isOpen) => isOpen && itemId !== '' && focusOn(Number(itemId)));
  });
  return (
    <DropZone
      className={s.work}
      title={t.drop}
      hint={t.dropHint}
      onFiles={(files) => void fileTaking.load().then(({ takeFiles }) => takeFiles(files))}
      onText={(text) => {
        if (embeddingsStore().getState().view === 'texts') void takeText(text);
      }}
    >
      <h1 className="sr-only">{t.title}</h1>
      {notes && !opening && <notes.SendingNotes said={said} />}
      {ready && !connection ? (
        <NoConnection words={t} />
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
    </DropZone>
  );
}

/** The preview follows the next request; the record is that of the last one. */
function useDrawer(): void {
  const { connection, key } = useActive();
  const { model, settings } = useChoices();
  const { read, base, overlay, batch } = useStore(embeddingsStore(), ({ corpus }) => corpus);
  const { mustChoose } = useHome();
  const slot = useStore(embeddingsStore(), ({ running }) => running?.slot ?? 'base');
  const texts = read.items.map(({ text }) => text);
  const options = optionsOf(settings);
  const asked = { connectionId: connection?.id ?? '', model, options };
  const missing = missingPlaces(texts.length, continues(base, asked) ? base : null);
  const [next = []] = planBatches(texts, batch, missing.length > 0 ? missing : undefined);
  const draft =
    connection && !mustChoose && next.length > 0
      ? embeddingDraft(
          { ...asked, ...(key ? { keyId: key.id } : {}) },
          next.map((place) => texts[place] as string),
        )
      : null;
  useWireFocus(draft, (slot === 'overlay' ? overlay : base)?.batches.at(-1)?.exchangeId ?? null);
}
