import { useStore } from 'zustand';
import { type TextRouteId, textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { cutAmong } from '../../lib/failures/verdict.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { AnswerRun } from './answer-run.ts';
import { chat } from './chat.ts';
import type { Answer } from './model/answer.ts';
import { type AssistantTurn, type Conversation, newestAnswer } from './model/conversation.ts';
import { changedSockets, originOf } from './model/origin.ts';
import { Clock } from './thread/clock.tsx';
import { compareWith } from './thread/compare-with.ts';

/**
 * Key, route and model of the open conversation; the cords show the state of its newest reply, where it was made with
 * them.
 */
export function ChatPatchLine() {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const newest = conversation ? newestAnswer(conversation) : null;
  const run = useStore(chat(), ({ runs }) => (newest ? runs[newest.id] : undefined));
  if (!conversation) return null;
  return run ? (
    <RunningLine run={run} conversation={conversation} newest={newest} />
  ) : (
    <Line answer={newest?.answer ?? null} run={null} conversation={conversation} newest={newest} />
  );
}

interface LineProps {
  conversation: Conversation;
  newest: AssistantTurn | null;
}

function RunningLine({ run, ...line }: LineProps & { run: AnswerRun }) {
  // Subscribes to the state only, so that the patch line does not render again for every token.
  const state = useStore(run.store, (current) => current.state.state);
  return <Line answer={{ ...run.store.getState().state, state }} run={run} {...line} />;
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

function Line({ answer, run, conversation, newest }: LineProps & { answer: Answer | null; run: AnswerRun | null }) {
  const t = useStrings();
  const { connection, key } = useActive();
  const origin = originOf(conversation);
  const { routeId, model } = conversation;
  const selected = { connectionId: connection?.id, keyId: key?.id };
  const changed = newest ? changedSockets(conversation, newest, selected) : undefined;
  const isChanged = changed !== undefined && (changed.key || changed.route || changed.model);
  const endMs = answer?.timeline?.endMs;
  const cut = answer?.state === 'done-with-warnings' ? cutAmong(answer.warnings) : undefined;
  const put = (sockets: { routeId?: TextRouteId; model?: string; keyId?: string; keyAlias?: string }) =>
    chat().change((now) => ({ ...now, ...sockets }));
  return (
    <PatchBar
      panel="chat"
      routeIds={textRouteIds}
      routeId={routeId}
      onRouteChange={(id: RouteId) => put({ routeId: id as TextRouteId })}
      model={model}
      onModelChange={(id) => put({ model: id })}
      onKeyChange={(keyId, keyAlias) => connection?.id === conversation.connectionId && put({ keyId, keyAlias })}
      onOffer={({ model: offered, routeId: offeredRoute, inNew }) => {
        // The models on offer are those of the selected connection, and an open conversation may belong to another one.
        if (origin && (inNew || origin.connectionId !== connection?.id)) chat().create();
        const isText = textRouteIds.find((id) => id === offeredRoute);
        put({ model: offered, ...(isText ? { routeId: isText } : {}) });
      }}
      onCompare={(compared) => void compareWith(conversation, [...new Set([model, compared])].filter(Boolean))}
      home={origin ?? undefined}
      state={answer ? patchStates[answer.state] : 'idle'}
      changed={changed}
      aside={
        answer &&
        (run || !isChanged) && (
          <>
            <StateBadge state={answer.state} firstWarning={cut ?? null} word={cut && t.warnings[cut]} />
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
