import { useStore } from 'zustand';
import { useChangedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { type ModelRun, originOf, type RunningRun, vectorCount } from './corpus.ts';
import { useHome } from './embed.tsx';
import { embeddingsStore, useChoices, useCorpus } from './embeddings.ts';
import { Parameters } from './parameters.tsx';
import { TextsList } from './texts/texts-list.tsx';
import { EmbeddingsWork } from './work.tsx';

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
