import { useStore } from 'zustand';
import { formatMs } from '../../lib/format.ts';
import { PatchBar, type PatchState } from '../../lib/patch-bar.tsx';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Intent } from '../../ui/intent.ts';
import { lab, useChoices } from './embeddings.ts';
import { type ModelRun, type RunningRun, vectorCount } from './model/lab.ts';

/** Key, route and model; at the right how many texts have a vector. */
export function EmbeddingsPatchLine() {
  const t = useStrings().embeddings;
  const model = useChoices((state) => state.model);
  const base = useStore(lab(), ({ corpus }) => corpus.base);
  const isOther = base !== null && base.model !== model;
  const texts = useStore(lab(), ({ corpus }) => corpus.read.items.length);
  const running = useStore(lab(), (state) => state.running);
  const done = vectorCount(base);
  const state = stateOf(base, running, done, texts);
  // The cords lead to the model that is chosen: it has answered nothing while the vectors are another's.
  const cords = isOther && !running ? 'idle' : state;
  const ms = base?.batches.reduce((sum, batch) => sum + (batch.ms ?? 0), 0) ?? 0;
  return (
    <PatchBar
      panel="embeddings"
      routeIds={['embeddings']}
      routeId="embeddings"
      onRouteChange={() => undefined}
      model={model}
      onModelChange={(next) => useChoices.setState({ model: next })}
      state={cords}
      aside={
        base && (
          <>
            {isOther && <span className="cut-text mono-s">{base.model}</span>}
            <Badge intent={intents[state]} dot={running !== null}>
              {t.ofTexts(done, texts)}
            </Badge>
            {!running && <span className="num">{formatMs(ms)}</span>}
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
