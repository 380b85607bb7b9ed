import { Activity, ChevronDown, ChevronRight, Repeat2, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { deadlinesFor, routes } from '#shared/protocol/table.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import type { AnswerRun } from '../answer-run.ts';
import { chat } from '../chat.ts';
import { type Answer, isSettled } from '../model/answer.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import type { TextRouteId } from '../model/parameters.ts';
import { AnswerExtras, AnswerText } from './answer-content.tsx';
import { AnswerEnd, endActions } from './answer-end.tsx';
import { AnswerFacts, AnswerOrigin } from './answer-facts.tsx';
import { Clock, useElapsedMs } from './clock.tsx';
import s from './thread.module.css';
import { ToolCalls } from './tool-calls.tsx';
import { Versions } from './versions.tsx';

/** A reply: read from the run while it arrives, from the conversation once it has ended. */
export function AssistantTurnView({ turn, isLast }: { turn: AssistantTurn; isLast: boolean }) {
  const run = useStore(chat(), ({ runs }) => runs[turn.id]);
  return run ? (
    <RunningAnswer turn={turn} run={run} />
  ) : (
    <AnswerView turn={turn} answer={turn.answer} isLast={isLast} startedMs={null} />
  );
}

function RunningAnswer({ turn, run }: { turn: AssistantTurn; run: AnswerRun }) {
  const answer = useStore(run.store, ({ state }) => state);
  return <AnswerView turn={turn} answer={answer} isLast startedMs={run.startedMs} />;
}

interface AnswerProps {
  turn: AssistantTurn;
  answer: Answer;
  isLast: boolean;
  /** Set while the reply is running. */
  startedMs: number | null;
}

function AnswerView({ turn, answer, isLast, startedMs }: AnswerProps) {
  const words = useStrings().chat;
  const live = startedMs !== null && !isSettled(answer);
  const speaking = live && answer.state === 'streaming';
  // The user kept an interrupted reply as it is.
  const [settled, setSettled] = useState(false);
  const offers = !settled && isLast;
  return (
    <article className={s.turn} aria-label={words.turn.answerOf(turn.model)} aria-busy={live}>
      <span className={classes(s.who, s.answerer)} aria-hidden="true">
        <Icon of={Activity} size="s" />
      </span>
      <div className={s.body}>
        <AnswerOrigin turn={turn} />
        {live && answer.state === 'preparing' && (
          <Preparing answer={answer} startedMs={startedMs} routeId={turn.routeId} />
        )}
        {answer.reasoning && <Reasoning answer={answer} live={live} />}
        <AnswerText text={answer.text} live={speaking} />
        {answer.refusal && (
          <p className={s.plain} dir="auto">
            <span className={s.caption}>{words.turn.refusal}</span> {answer.refusal}
          </p>
        )}
        {speaking && !answer.text && !answer.reasoning && <Caret />}
        {answer.calls.length > 0 && <ToolCalls turn={turn} calls={answer.calls} live={live} isLast={isLast} />}
        <AnswerExtras answer={answer} live={speaking} />
        {!live && <AnswerEnd turn={turn} answer={answer} offers={offers} onKeep={() => setSettled(true)} />}
        <AnswerFacts answer={answer} live={live} startedMs={startedMs} />
        {!live && <AnswerActions turn={turn} answer={answer} isLast={isLast} offered={endActions(answer, offers)} />}
      </div>
    </article>
  );
}

/** `offered`: actions that the end of the reply already offers as a button are not repeated here. */
function AnswerActions({
  turn,
  answer,
  isLast,
  offered,
}: Omit<AnswerProps, 'startedMs'> & { offered: ReturnType<typeof endActions> }) {
  const words = useStrings().chat.turn;
  const { exchangeId } = turn;
  const { text } = answer;
  return (
    <div className={classes(s.actions, isLast && s.always)}>
      <Versions turn={turn} />
      {text && (
        <CopyButton
          text={text}
          labels={{ copy: words.copy, copied: words.copied, failed: words.copyFailed }}
          size="sm"
        />
      )}
      {!offered.retry && (
        <IconButton
          label={words.retry}
          icon={<Icon of={RotateCcw} size="s" />}
          intent="quiet"
          size="sm"
          onClick={() => chat().retry(turn.id)}
        />
      )}
      <RetryWith turn={turn} />
      {exchangeId && !offered.wire && (
        <IconButton
          label={words.openWire}
          icon={<Icon of={Activity} size="s" />}
          intent="quiet"
          size="sm"
          onClick={() => openWireRecord(exchangeId)}
        />
      )}
    </div>
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
        ) : from === null || to === null ? (
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

const choices = lazyModule(() => import('./retry-choices.tsx'));

/** Retries with another model or on another route; the reply becomes another version of this one. */
export function RetryWith({ turn }: { turn: AssistantTurn }) {
  const words = useStrings().chat.turn;
  const [open, setOpen] = useState(false);
  const loaded = useLazyModule(choices, open);
  const isTyped = useStore(chat(), ({ open, openId }) => open[openId]?.override !== null);
  const button = (
    <IconButton
      label={words.retryWith}
      icon={<Icon of={Repeat2} size="s" />}
      intent="quiet"
      size="sm"
      {...(isTyped ? { disabledReason: words.retryTyped } : {})}
    />
  );
  // An edited body names its own model and fits one protocol.
  if (isTyped) return button;
  return (
    <Popover
      title={words.retryWith}
      open={open && loaded !== null}
      onOpenChange={setOpen}
      near={choices.load}
      trigger={button}
    >
      {loaded && (
        <loaded.RetryChoices
          turn={turn}
          onChoose={(sockets) => {
            setOpen(false);
            chat().retry(turn.id, sockets);
          }}
        />
      )}
    </Popover>
  );
}
