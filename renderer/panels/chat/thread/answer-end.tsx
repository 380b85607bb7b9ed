import { TriangleAlert } from 'lucide-react';
import { convertBody } from '#shared/protocol/convert-body.ts';
import { cutWarnings } from '#shared/protocol/part.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText, WarningText } from '../../../lib/failures/failure-text.tsx';
import { headlineOf } from '../../../lib/failures/failures.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { chat } from '../chat.ts';
import { type Answer, isBlank, isSettled } from '../model/answer.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import { remedies } from './remedies.ts';
import s from './thread.module.css';

interface AnswerEndProps {
  turn: AssistantTurn;
  answer: Answer;
  isLast: boolean;
  /** Whether an interrupted reply offers ways to continue: it is the last one, and the user has not kept it as it is. */
  offers: boolean;
  onKeep: () => void;
}

/** Returns which actions of a reply its end already offers. */
export function endActions(answer: Answer, isLast: boolean, offers: boolean): { retry: boolean; wire: boolean } {
  const kind = endOf(answer);
  const has = (kind === 'failed' && isLast) || kind === 'empty' || (kind === 'cut' && offers);
  return { retry: has, wire: has };
}

/** Returns how a reply ended; `null` where it ended normally. */
function endOf(answer: Answer): 'cancelled' | 'cut' | 'failed' | 'empty' | 'odd' | null {
  if (answer.state === 'cancelled') return 'cancelled';
  if (answer.state === 'interrupted' && !isBlank(answer)) return 'cut';
  if (answer.failure && answer.failure.code !== 'empty') return 'failed';
  if (isBlank(answer)) return 'empty';
  return isSettled(answer) && answer.warnings.length > 0 ? 'odd' : null;
}

/** Shows how a reply ended when it did not end normally: cut off, stopped, empty, failed or unexpected. */
export function AnswerEnd({ turn, answer, isLast, offers, onKeep }: AnswerEndProps) {
  const words = useStrings().chat;
  const kind = endOf(answer);
  if (kind === 'cancelled')
    return (
      <p className={s.stopped}>
        <Badge>{words.end.cancelled}</Badge>
      </p>
    );
  if (kind === 'cut') return <Interrupted turn={turn} answer={answer} offers={offers} onKeep={onKeep} />;
  if (answer.failure && kind === 'failed' && isLast)
    return (
      <div className={s.end}>
        <FailureCard
          failure={answer.failure}
          sent={answer.sent}
          actions={remedies(turn, answer, words.end, chat(), convertBody)}
        />
      </div>
    );
  if (kind === 'empty') return <Empty turn={turn} answer={answer} />;
  if (kind === 'odd') return <Warnings answer={answer} />;
  return null;
}

/** Whether a reply is nothing but its failure, so that none of its numbers means anything. */
export const isFailed = (answer: Answer): boolean => endOf(answer) === 'failed';

/** The failure of an earlier turn, in one line: the conversation went on. */
export function FailedEarlier({ answer: { failure, timeline } }: { answer: Answer }) {
  const words = useStrings();
  const endMs = timeline?.endMs;
  if (!failure) return null;
  return (
    <p className={s.failed}>
      <Icon of={TriangleAlert} size="s" />
      <b>{headlineOf(failure, words)}</b>
      {failure.status !== null && <span>{failure.status}</span>}
      {endMs != null && <span>{formatMs(endMs)}</span>}
    </p>
  );
}

/** The reasons a reply is incomplete, in full; other warnings, folded. */
function Warnings({ answer }: { answer: Answer }) {
  const words = useStrings().chat;
  const cuts = answer.warnings.filter(({ code }) => cutWarnings.has(code));
  const otherWarnings = answer.warnings.filter(({ code }) => !cutWarnings.has(code));
  return (
    <>
      {cuts.map(({ code, message }) => (
        <div key={`${code} ${message}`} className={s.end}>
          <Note intent="warn">
            <WarningText code={code} message={message} />
          </Note>
        </div>
      ))}
      {otherWarnings.length > 0 && (
        <details className={s.end}>
          <summary>
            <Badge intent="odd">{words.end.warnings(otherWarnings.length)}</Badge>
          </summary>
          <ul className={s.warnings}>
            {otherWarnings.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <WarningText code={code} message={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The reply was interrupted after it began: the text stays, the break is marked, and each way to continue is one click. */
function Interrupted({ turn, answer, offers, onKeep }: Omit<AnswerEndProps, 'isLast'>) {
  const { end: words, turn: turnWords } = useStrings().chat;
  const { exchangeId } = turn;
  return (
    <div className={s.end}>
      <BreakLine>{words.cut}</BreakLine>
      {answer.failure && (
        <p className={s.why}>
          <FailureText failure={answer.failure} alone />
        </p>
      )}
      {offers && (
        <div className={s.endButtons}>
          <Button intent="primary" onClick={() => chat().continueAnswer(turn.id)}>
            {words.continue}
          </Button>
          <Button onClick={() => chat().retry(turn.id)}>{words.retry}</Button>
          <Button onClick={onKeep}>{words.keep}</Button>
          {exchangeId && (
            <Button intent="quiet" onClick={() => openWireRecord(exchangeId)}>
              {turnWords.openWire}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A well-formed reply without content: why that may be, and one remedy. */
function Empty({ turn, answer }: { turn: AssistantTurn; answer: Answer }) {
  const words = useStrings().chat;
  const { usage } = answer;
  const { exchangeId } = turn;
  const reasonedAway = usage?.reasoningTokens && usage.reasoningTokens === usage.outputTokens;
  return (
    <div className={s.emptyEnd}>
      <EmptyState
        title={words.end.emptyTitle}
        align="start"
        actions={
          <>
            <Button onClick={() => chat().retry(turn.id)}>{words.turn.retry}</Button>
            {exchangeId && (
              <Button intent="quiet" onClick={() => openWireRecord(exchangeId)}>
                {words.turn.openWire}
              </Button>
            )}
          </>
        }
      >
        {answer.failure ? <FailureText failure={answer.failure} brief /> : words.end.emptyBody(answer.finishReason)}
        {reasonedAway ? <p>{words.end.emptyReasoning(formatNumber(usage.reasoningTokens ?? 0))}</p> : null}
      </EmptyState>
    </div>
  );
}
