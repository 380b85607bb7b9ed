import { useStore } from 'zustand';
import { planBatches } from '../../lib/corpus/batches.ts';
import { embeddingDraft } from '../../lib/corpus/embed-request.ts';
import { EncodingDialog } from '../../lib/corpus/encoding-question.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { useChangedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import {
  distinctNames,
  isComparable,
  type ModelRun,
  missingPlaces,
  optionsOf,
  originOf,
  type RunningRun,
  vectorCount,
} from './corpus.ts';
import { useEmbed, useHome } from './embed.tsx';
import { embeddingsStore, openCorpus, openText, switchBack, useChoices, useCorpus } from './embeddings.ts';
import { Lab } from './lab/lab.tsx';
import s from './panel.module.css';
import { Parameters } from './parameters.tsx';
import { focusOn } from './selection.ts';
import { TextsList } from './texts/texts-list.tsx';
import { readFiles, TextsStage } from './texts/texts-stage.tsx';

/** Key, route and model; on the right how many texts have a vector. */
function PatchLine() {
  const t = useStrings().embeddings;
  const model = useChoices((state) => state.model);
  const run = useCorpus((corpus) => corpus.run);
  const movedTo = useStore(embeddingsStore(), (state) => state.movedTo);
  const emptyRun = useStore(embeddingsStore(), (state) => state.emptyRun);
  const { origin } = useHome();
  const isOther = run !== null && run.model !== model;
  // The newest requests, even where they returned nothing and the previous vectors were kept.
  const newest = emptyRun ?? run;
  const texts = useCorpus((corpus) => corpus.read.items.length);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const done = vectorCount(run);
  const state = stateOf(run, running, done, texts);
  return (
    <PatchBar
      panel="embeddings"
      routeId="embeddings"
      model={model}
      onModelChange={(next) => useChoices.setState({ model: next })}
      state={emptyRun ? 'failed' : state}
      home={origin && !movedTo ? origin : undefined}
      changed={useChangedSockets(newest && originOf(newest), model)}
      aside={
        run && (
          <>
            {isOther && <span className="cut-text mono-s">{run.model}</span>}
            <Badge intent={intents[state]} dot={running !== null}>
              {t.ofTexts(done, texts)}
            </Badge>
            {!running && run.elapsedMs !== null && <span className="num">{formatMs(run.elapsedMs)}</span>}
          </>
        )
      }
    />
  );
}

const intents: Record<PatchState, Intent> = {
  idle: 'neutral',
  preparing: 'live',
  streaming: 'live',
  done: 'ok',
  cut: 'warn',
  failed: 'bad',
};

function stateOf(run: ModelRun | null, running: RunningRun | null, done: number, texts: number): PatchState {
  if (running) return running.settled > 0 ? 'streaming' : 'preparing';
  if (!run) return 'idle';
  if (done === texts) return 'done';
  return done > 0 ? 'cut' : 'failed';
}

/** Embeds texts in batches, and shows the vectors in a table, a matrix and a map. */
export const panel: PanelView = { List: TextsList, PatchLine, Work: EmbeddingsWork, Parameters };

/** The texts, or the results of their vectors; connects the wire drawer to the next request and to the newest response. */
function EmbeddingsWork() {
  const t = useStrings().embeddings;
  const { ready, connection } = useActive();
  const { view, opening } = useStore(embeddingsStore());
  const { blocker, running, replaced, start } = useEmbed();
  const { reason, attempt } = useBlockedSend(blocker);
  const { mustChoose } = useHome();
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
      onFiles={(files) => void readFiles(files)}
      onText={(text) => {
        if (embeddingsStore().getState().view === 'texts') void openText(text);
      }}
    >
      <h1 className="sr-only">{t.title}</h1>
      {hasNotes && !opening && <SendingNotes reason={reason} />}
      {ready && !connection ? (
        <NoConnection level={2}>{t.noConnectionBody}</NoConnection>
      ) : opening ? (
        <div className={s.opening} aria-busy>
          <p role="status">{t.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : view === 'map' ? (
        <Lab />
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
  const { read, run, batch } = useCorpus();
  const { mustChoose } = useHome();
  const texts = read.items.map(({ text }) => text);
  const options = optionsOf(settings);
  const target = { connectionId: connection?.id ?? '', model, options };
  const missing = missingPlaces(texts.length, isComparable(run, target) ? run : null);
  const [next = []] = planBatches(texts, batch, missing.length > 0 ? missing : undefined);
  const draft =
    connection && !mustChoose && next.length > 0
      ? embeddingDraft(
          { ...target, ...(key ? { keyId: key.id } : {}) },
          next.map((place) => texts[place] as string),
        )
      : null;
  useWireFocus(draft, run?.batches.at(-1)?.exchangeId ?? null);
}

/** Notes next to the Embed button: where the vectors are from, what would be replaced, and why nothing was sent. */
function SendingNotes({ reason }: { reason: string | undefined }) {
  const t = useStrings().embeddings.embed;
  const { origin, mustChoose } = useHome();
  const { replaced, running } = useEmbed();
  const model = useChoices((state) => state.model);
  const run = useCorpus((corpus) => corpus.run);
  const emptyRun = useStore(embeddingsStore(), (state) => state.emptyRun);
  const options = optionsOf(useChoices((state) => state.settings));
  const { connection } = useActive();
  // After a run without vectors, its card says what was kept.
  const isReplacing = replaced > 0 && running === null && emptyRun === null && !mustChoose && model !== '';
  const next = { connectionId: connection?.id ?? '', connectionName: connection?.name ?? '', model, options };
  const [from, to] = run && origin ? distinctNames({ ...run, ...origin }, next, t) : ['', ''];
  if (reason === undefined && !mustChoose && !isReplacing) return null;
  return (
    <div className={s.notes}>
      {run && origin && mustChoose && (
        <OriginLine
          panel="embeddings"
          origin={origin}
          onUseHere={(place) => embeddingsStore().moveTo(place)}
          onSwitchBack={() => switchBack(run)}
        />
      )}
      {isReplacing && <Note>{t.replaces(replaced, from, to)}</Note>}
      {reason !== undefined && <Note intent="warn">{reason}</Note>}
    </div>
  );
}
