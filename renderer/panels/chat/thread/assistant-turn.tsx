import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { deadlinesFor, routes } from '#shared/protocol/table.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ReplyMarkdown } from '../../../lib/replies/reply-markdown.tsx';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import type { AnswerRun } from '../answer-run.ts';
import { chat } from '../chat.ts';
import { type Answer, isSettled } from '../model/answer.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerExtras, Refusal } from './answer-content.tsx';
import { AnswerEnd, endActions, FailedEarlier, isFailed } from './answer-end.tsx';
import { AnswerFacts, LiveFacts, SilenceNotice } from './answer-facts.tsx';
import { AnswerOrigin, ownerLetter } from './answer-origin.tsx';
import { Clock, useElapsedMs } from './clock.tsx';
import s from './thread.module.css';
import { ToolCalls } from './tool-calls.tsx';
import { Versions } from './versions.tsx';

const noRun = createStore(() => ({ state: null }));

/**
 * A reply: read from the run while it arrives, from the conversation once it has ended. One element for both: a press
 * on one of its buttons is not lost when the run ends.
 */
export function AssistantTurnView({ turn, isLast }: { turn: AssistantTurn; isLast: boolean }) {
  const run = useStore(chat(), ({ runs }) => runs[turn.id]) ?? null;
  const arriving = useStore<StoreApi<{ state: Answer | null }>, Answer | null>(
    run?.store ?? noRun,
    ({ state }) => state,
  );
  return <AnswerView turn={turn} answer={arriving ?? turn.answer} isLast={isLast || run !== null} run={run} />;
}

interface AnswerProps {
  turn: AssistantTurn;
  answer: Answer;
  isLast: boolean;
  /** Set while the reply is running. */
  run: AnswerRun | null;
}

function AnswerView({ turn, answer, isLast, run }: AnswerProps) {
  const words = useStrings().chat;
  const live = run !== null && !isSettled(answer);
  const speaking = live && answer.state === 'streaming';
  // The user kept an interrupted reply as it is.
  const [settled, setSettled] = useState(false);
  const offers = !settled && isLast;
  return (
    <article className={classes(s.turn, s.reply)} aria-label={words.turn.answerOf(turn.model)} aria-busy={live}>
      <span className={s.who} aria-hidden="true">
        {ownerLetter(turn.model)}
      </span>
      <div className={s.body}>
        <div className={s.head}>
          <AnswerOrigin turn={turn} />
          <Versions turn={turn} />
        </div>
        {live && answer.state === 'preparing' && (
          <Preparing answer={answer} startedMs={run.startedMs} routeId={turn.routeId} />
        )}
        {answer.reasoning && <Reasoning answer={answer} live={live} />}
        <ReplyMarkdown text={answer.text} live={speaking} />
        {answer.refusal && <Refusal text={answer.refusal} />}
        {speaking && !answer.text && !answer.reasoning && <Caret />}
        {answer.calls.length > 0 && <ToolCalls turn={turn} calls={answer.calls} live={live} isLast={isLast} />}
        <AnswerExtras answer={answer} live={speaking} />
        {!live && (
          <AnswerEnd turn={turn} answer={answer} isLast={isLast} offers={offers} onKeep={() => setSettled(true)} />
        )}
        {(!live || speaking) && (
          <div className={s.foot}>
            {live ? (
              <LiveFacts answer={answer} run={run} />
            ) : !isFailed(answer) ? (
              <AnswerFacts turn={turn} answer={answer} />
            ) : (
              !isLast && <FailedEarlier answer={answer} />
            )}
            {!live && <AnswerActions turn={turn} answer={answer} offered={endActions(answer, isLast, offers)} />}
          </div>
        )}
        {speaking && <SilenceNotice key={answer.parts} bytesMs={answer.silence?.bytesMs} />}
      </div>
    </article>
  );
}

/** The model's reasoning: folded, timed, one click away; open by itself only while nothing else has arrived. */
function Reasoning({ answer, live }: { answer: Answer; live: boolean }) {
  const words = useStrings().chat.reasoning;
  const [open, setOpen] = useState<boolean | null>(null);
  const thinking = live && answer.reasoningToMs === null;
  const shown = open ?? (thinking && !answer.text);
  const { reasoningFromMs: from, reasoningToMs: to } = answer;
  return (
    <>
      <button type="button" className={s.think} aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <Icon of={shown ? ChevronDown : ChevronRight} size="s" />
        {thinking && from !== null ? (
          <SoFar startedMs={from} />
        ) : from === null || to === null || to - from < 1 ? (
          // Of what arrived at once, no time is known.
          words.doneUntimed
        ) : (
          words.done(formatMs(to - from))
        )}
      </button>
      {shown && (
        <div className={s.thoughts} dir="auto">
          <OutsideText text={answer.reasoning} />
        </div>
      )}
    </>
  );
}

function SoFar({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsedMs(startedMs);
  return useStrings().chat.reasoning.running(formatMs(elapsedMs));
}

/** Sent, and no token yet: what has happened so far, how long it took, and when it times out. */
function Preparing({ answer, startedMs, routeId }: { answer: Answer; startedMs: number; routeId: TextRouteId }) {
  const words = useStrings().chat.preparing;
  const stage = answer.stage === 'sending' ? words.sending(formatBytes(answer.sentBytes)) : words[answer.stage];
  const { headersMs } = deadlinesFor(routes[routeId], true);
  return (
    <div className={s.preparing}>
      <div className={s.stage} role="status">
        <Led state="live" />
        <span>{stage}</span>
        <Clock startedMs={startedMs} />
      </div>
      <Skeleton lines={[92, 78, 40]} />
      <Progress value={null} label={stage} thin />
      <p className={s.deadline}>
        {answer.silence ? words.silent(formatMs(answer.silence.bytesMs)) : words.deadline(formatMs(headersMs))}
      </p>
    </div>
  );
}
