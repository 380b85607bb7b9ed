import type { Draft } from '#shared/contract/exchanges.ts';
import type { ResponseEnd, SessionPart } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { finishMeaning } from '../readers/parts/finish-reasons.ts';
import type { Realtime } from './realtime.ts';
import type { Session } from './session.ts';

/** The text prompt of a check that covers more than the handshake. */
interface Question {
  text: string;
  maxTokens: number;
}

/**
 * Checks the realtime route with a real session, over the same sockets as every session: the handshake and the first
 * event alone, or with one short text reply when the draft has a question. Yields the parts of an exchange; the last is
 * `run-end`. Never throws; leaving the loop ends the session. A draft with a path of its own only tests whether that path
 * opens a WebSocket.
 */
export async function* probeSession(
  draft: Draft,
  { begin }: Pick<Realtime, 'begin'>,
  signal: AbortSignal,
): AsyncGenerator<Part, undefined> {
  const question = questionOf(draft);
  const sibling = draft.custom?.path.replace(/^\/v1\//, '');
  const session = await begin(sessionDraft(draft, question), draft.options.origin, {
    handshakeOnly: question === null,
    sibling,
  });
  yield { type: 'run-start', exchangeId: session.id, attempt: 1 };
  const seen = new ProbeState();
  const { headersMs = 15_000, totalMs = 60_000 } = draft.options.deadlines;
  const cancel = () => session.end({ state: 'cancelled', failure: null }, 1000, 'the check was stopped');
  const late = () =>
    session.end({ state: 'failed', failure: tooLate(seen, session, headersMs) }, 1000, 'the check timed out');
  const timers = [setTimeout(() => seen.isMade || late(), headersMs), setTimeout(late, totalMs ?? 60_000)];
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const part of partsOf(session)) {
      yield* seen.read(part, session);
      const isOver = question === null && (seen.isMade || (seen.isOpen && sibling !== undefined));
      if (isOver) session.end({ state: 'done', failure: null }, 1000, 'the check is over');
      else if (part.type === 'problem' && part.fatal)
        session.end({ state: 'failed', failure: part.failure }, 1000, 'refused');
      else if (part.type === 'stage' && part.stage === 'live' && question)
        session.act({ kind: 'say', text: question.text });
      else if (seen.isAnswered) session.end({ state: 'done', failure: null }, 1000, 'the check is over');
    }
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    cancel();
    await session.over;
  }
  yield endOf(session, seen, { question, isControl: sibling !== undefined });
}

async function* partsOf({ record }: Session): AsyncGenerator<SessionPart> {
  for (let n = 0; ; ) {
    const part = record.ring.at(n);
    if (part) {
      n += 1;
      yield part;
    } else if (record.isReported) return;
    else await record.change();
  }
}

class ProbeState {
  /** The gateway accepted the handshake. */
  isOpen = false;
  /** The gateway created the session. */
  isMade = false;
  isAnswered = false;
  problem: Failure | null = null;
  text = '';
  /** Why the response is not whole. */
  responseFailure: Failure | null = null;
  finishReason: string | null = null;

  *read(part: SessionPart, { record }: Session): Generator<Part> {
    if (part.type === 'stage' && part.stage === 'configuring' && part.note === null) {
      this.isOpen = true;
      yield { type: 'answer-start', status: record.recording.facts.status ?? 101, streamed: true, requestId: null };
    } else if (part.type === 'configured' && !this.isMade) {
      this.isMade = true;
      yield { type: 'raw-event', name: 'session.created', data: part.text };
    } else if (part.type === 'problem') this.problem ??= part.failure;
    else if (part.type === 'words' && part.who === 'model') {
      this.text += part.delta;
      yield { type: 'text-delta', text: part.delta };
    } else if (part.type === 'response' && part.state === 'done') {
      this.isAnswered = true;
      const { status, reason } = part.end;
      this.finishReason = reason;
      // The smallest reply is usually cut at its token limit.
      const isWhole = status === 'completed' || (status === 'incomplete' && finishMeaning(reason ?? '') === 'limit');
      this.responseFailure = isWhole ? null : (part.end.failure ?? brokenOff(part.end));
    }
  }
}

function endOf(
  session: Session,
  seen: ProbeState,
  { question, isControl }: { question: Question | null; isControl: boolean },
): RunEnd {
  const { facts } = session.record.recording;
  const error = facts.failure ?? (isControl ? null : (notMade(session, seen) ?? (question && answerProblem(seen))));
  return {
    type: 'run-end',
    state: facts.state === 'running' ? 'done' : error && facts.state === 'done' ? 'failed' : facts.state,
    finishReason: seen.finishReason,
    sent: facts.sent,
    error,
    exchangeId: session.id,
    timeline: facts.timeline,
  };
}

/** A response that ended without the gateway's error. */
const brokenOff = ({ status, reason }: ResponseEnd): Failure =>
  failure(
    finishMeaning(reason ?? '') === 'blocked' ? 'moderated' : 'upstream',
    `The response ended with the status "${status}"${reason === null ? '' : ` (${reason})`}.`,
    {
      hint: "See the session's events.",
    },
  );

/** A WebSocket that the gateway closed in an orderly way, but before there was a session in it. */
const notMade = ({ record }: Session, { isOpen, isMade }: ProbeState): Failure | null =>
  !isOpen || isMade || record.recording.facts.state !== 'done'
    ? null
    : failure('no-terminal', 'The gateway opened a WebSocket and closed it before it created a session.', {
        status: 101,
        hint: "See the session's events.",
      });

function answerProblem(seen: ProbeState): Failure | null {
  if (seen.problem && seen.text === '') return seen.problem;
  if (seen.responseFailure !== null) return seen.responseFailure;
  if (!seen.isAnswered)
    return failure('no-terminal', 'The session ended before the response was complete.', {
      hint: "See the session's events.",
    });
  return seen.text === ''
    ? failure('empty', 'The response contains no text.', { hint: "See the session's events." })
    : null;
}

function tooLate({ isMade }: ProbeState, { timeline }: Session, limitMs: number): Failure {
  const known = { hint: 'Try again later, or allow more time.', retryable: true };
  if (isMade) return failure('total-timeout', 'The session was created, but its response did not end in time.', known);
  const limit = `${Math.round(limitMs / 100) / 10} s`;
  if (timeline.connectMs === null)
    return failure('connect-timeout', `No connection was established within ${limit}.`, known);
  const what =
    timeline.headersMs === null
      ? 'The gateway did not respond to the handshake'
      : 'The gateway opened a WebSocket but did not create a session';
  return failure('headers-timeout', `${what} within ${limit}.`, known);
}

function questionOf({ body }: Draft): Question | null {
  if (body.kind !== 'json') return null;
  return JSON.parse(body.text) as Question;
}

const sessionDraft = (draft: Draft, question: Question | null) => ({
  connectionId: draft.connectionId,
  ...(draft.keyId === undefined ? {} : { keyId: draft.keyId }),
  model: draft.params.model ?? '',
  dialect: 'ga' as const,
  flipDialect: true,
  auth: 'header' as const,
  query: draft.query,
  headers: draft.headers,
  settings: { output: 'text' as const, ...(question && { maxTokens: question.maxTokens }) },
  toolOutputs: {},
  reconnect: false,
});
