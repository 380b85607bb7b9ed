import { useStore } from 'zustand';
import type { RouteId } from '#shared/routes/route.ts';
import { formatMs } from '../../lib/format.ts';
import { PatchBar, type PatchState } from '../../lib/patch-bar.tsx';
import { useStrings } from '../../lib/strings.ts';
import { cutAmong } from '../../lib/verdict.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Intent } from '../../ui/intent.ts';
import type { AnswerRun } from './answer-run.ts';
import { chat } from './chat.ts';
import type { Answer } from './model/answer.ts';
import { shownTurns, type TextRouteId, textRouteIds } from './model/conversation.ts';
import { Clock } from './thread/clock.tsx';

/** Key, route and model of the open conversation; the cords show how its newest answer stands. */
export function ChatPatchLine() {
  const conversation = useStore(chat(), ({ kept, openId }) => kept[openId]);
  const newest = conversation && shownTurns(conversation).findLast((turn) => turn.role === 'assistant');
  const run = useStore(chat(), ({ runs }) => (newest ? runs[newest.id] : undefined));
  if (!conversation) return null;
  const settled = newest?.role === 'assistant' ? newest.answer : null;
  return run ? <RunningLine run={run} /> : <Line answer={settled} run={null} />;
}

function RunningLine({ run }: { run: AnswerRun }) {
  // Only the state is followed here: the line must not be drawn anew for every word.
  const state = useStore(run.store, (current) => current.state.state);
  return <Line answer={{ ...run.store.getState().state, state }} run={run} />;
}

const patchStates: Record<Answer['state'], PatchState> = {
  preparing: 'preparing',
  streaming: 'streaming',
  done: 'done',
  'done-with-warnings': 'done',
  interrupted: 'cut',
  failed: 'failed',
  cancelled: 'cut',
};

const intents: Record<Answer['state'], Intent> = {
  preparing: 'live',
  streaming: 'live',
  done: 'ok',
  'done-with-warnings': 'odd',
  interrupted: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
};

function Line({ answer, run }: { answer: Answer | null; run: AnswerRun | null }) {
  const t = useStrings();
  const routeId = useStore(chat(), ({ kept, openId }) => kept[openId]?.routeId ?? 'chat.completions');
  const model = useStore(chat(), ({ kept, openId }) => kept[openId]?.model ?? '');
  const endMs = answer?.timeline?.endMs;
  const cut = answer?.state === 'done-with-warnings' ? cutAmong(answer.warnings) : undefined;
  return (
    <PatchBar
      panel="chat"
      routeIds={textRouteIds}
      routeId={routeId}
      onRouteChange={(id: RouteId) =>
        chat().change((conversation) => ({ ...conversation, routeId: id as TextRouteId }))
      }
      model={model}
      onModelChange={(id) => chat().change((conversation) => ({ ...conversation, model: id }))}
      state={answer ? patchStates[answer.state] : 'idle'}
      aside={
        answer && (
          <>
            <Badge intent={cut ? 'warn' : intents[answer.state]} dot={run !== null}>
              {cut ? t.wirePanel.warnings[cut] : t.chat.state[answer.state]}
            </Badge>
            {run ? (
              <Clock startedMs={run.startedMs} />
            ) : (
              endMs != null && <span className="num">{formatMs(endMs)}</span>
            )}
          </>
        )
      }
    />
  );
}
