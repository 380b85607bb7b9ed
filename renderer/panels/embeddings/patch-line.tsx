import { useStore } from 'zustand';
import { useChangedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { Intent } from '../../ui/base/intent.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { embeddingsStore, useChoices, useCorpus } from './embeddings.ts';
import { type ModelRun, originOf, type RunningRun, vectorCount } from './model/lab.ts';
import { useHome } from './use-embed.ts';

/** Key, route and model; on the right how many texts have a vector. */
export function EmbeddingsPatchLine() {
  const t = useStrings().embeddings;
  const model = useChoices((state) => state.model);
  const base = useCorpus((corpus) => corpus.base);
  const movedTo = useStore(embeddingsStore(), (state) => state.movedTo);
  const emptyRun = useStore(embeddingsStore(), (state) => state.emptyRun);
  const { origin } = useHome();
  const isOther = base !== null && base.model !== model;
  // The newest requests, even where they returned nothing and the previous vectors were kept.
  const newest = emptyRun?.slot === 'base' ? emptyRun.run : base;
  const texts = useCorpus((corpus) => corpus.read.items.length);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const done = vectorCount(base);
  const state = stateOf(base, running, done, texts);
  return (
    <PatchBar
      panel="embeddings"
      routeId="embeddings"
      model={model}
      onModelChange={(next) => useChoices.setState({ model: next })}
      state={emptyRun?.slot === 'base' ? 'failed' : state}
      home={origin && !movedTo ? origin : undefined}
      changed={useChangedSockets(newest && originOf(newest), model)}
      aside={
        base && (
          <>
            {isOther && <span className="cut-text mono-s">{base.model}</span>}
            <Badge intent={intents[state]} dot={running !== null}>
              {t.ofTexts(done, texts)}
            </Badge>
            {!running && base.elapsedMs !== null && <span className="num">{formatMs(base.elapsedMs)}</span>}
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

function stateOf(base: ModelRun | null, running: RunningRun | null, done: number, texts: number): PatchState {
  if (running) return running.settled > 0 ? 'streaming' : 'preparing';
  if (!base) return 'idle';
  if (done === texts) return 'done';
  return done > 0 ? 'cut' : 'failed';
}
