import { TriangleAlert } from 'lucide-react';
import { addedFieldIn } from '#shared/protocol/added-field.ts';
import {
  isSent,
  parametersOf,
  setParameter,
  settingOf,
  type TextRouteId,
} from '#shared/protocol/compose/text-parameters.ts';
import { convertBody } from '#shared/protocol/convert-body.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { namesField } from '#shared/protocol/field-name.ts';
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
import { compose } from '../model/compose-body.ts';
import { type AssistantTurn, pathTo } from '../model/conversation.ts';
import type { ChatStore } from '../store.ts';
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

interface Remedy {
  label: string;
  onSelect: () => void;
  intent?: 'primary';
  again?: true;
}

interface Words {
  sendWithout: (name: string) => string;
  convert: string;
  sendAnyway: string;
  retry: string;
  retryPaid: string;
}

/** Returns the remedies for a failure, best first: leave out the rejected parameter, convert the body, send again. */
export function remedies(
  turn: AssistantTurn,
  answer: Answer,
  words: Words,
  store: ChatStore,
  convert: typeof convertBody,
): Remedy[] {
  const found: Remedy[] = [];
  const { failure } = answer;
  const name = failure && selectedFieldIn(failure, store, turn.routeId);
  if (name) {
    found.push({
      label: words.sendWithout(name),
      intent: 'primary',
      onSelect: () => {
        untick(store, turn.routeId, name);
        store.retry(turn.id);
      },
    });
  }
  if (failure?.code === 'misuse') {
    const from = protocolOf(failure.param);
    if (from)
      found.push({
        label: words.convert,
        intent: 'primary',
        onSelect: () => void convertAndRetry(turn, from, store, convert),
      });
    found.push({ label: words.sendAnyway, onSelect: () => store.retry(turn.id, { allowMisuse: true }) });
  }
  found.push({
    label: answer.sent === 'maybe-processed' ? words.retryPaid : words.retry,
    onSelect: () => store.retry(turn.id),
    again: true,
  });
  return found;
}

async function convertAndRetry(turn: AssistantTurn, from: TextRouteId, store: ChatStore, convert: typeof convertBody) {
  if (store.current().unread) await store.load(store.current().id);
  const now = store.current();
  const { text } = compose(now, pathTo(now, turn.parentId));
  const converted = convert(text, from, turn.routeId, now.model);
  if (!converted) return;
  store.change((conversation) => ({ ...conversation, override: converted.text }));
  store.retry(turn.id);
}

/** Returns the selected parameter that a refusal is about. */
function selectedFieldIn(failure: Failure, store: ChatStore, routeId: TextRouteId): string | undefined {
  const { parameters } = store.current();
  const sent = parametersOf[routeId].filter((parameter) => isSent(parameters, routeId, parameter));
  const named = sent.find(({ name }) => failure.param !== null && namesField(failure.param, name))?.name;
  return (
    named ??
    addedFieldIn(
      failure,
      sent.flatMap(({ name, added }) => (added ? name : [])),
    ) ??
    undefined
  );
}

function untick(store: ChatStore, routeId: TextRouteId, name: string): void {
  const parameter = parametersOf[routeId].find((known) => known.name === name);
  if (!parameter) return;
  store.change((conversation) => ({
    ...conversation,
    parameters: setParameter(conversation.parameters, routeId, name, {
      ...settingOf(conversation.parameters, routeId, parameter),
      on: false,
    }),
  }));
}

/** Returns the protocol that the field of a `misuse` failure belongs to. */
function protocolOf(field: string | null): TextRouteId | null {
  if (field === 'messages') return 'chat.completions';
  if (field === 'input') return 'responses';
  return field === 'contents' ? 'native.generateContent' : null;
}
