import { asList, asRecord } from '../json-value.ts';
import { bareReply, isStreamed, type Reply, type Step, written } from '../responses/reply.ts';
import {
  amid,
  andThen,
  breakOff,
  mapDocuments,
  startWith,
  untilFinish,
  without,
  withSteps,
} from '../responses/steps.ts';
import { faultsOf } from './fault.ts';

const message = 'The upstream stopped answering: quota of this channel is used up';

/** An error as each protocol reports it inside a stream whose status was already 200. */
export function inBandError(reply: Reply): Step {
  if (reply.dialect === 'responses') {
    const document = { type: 'error', code: 'insufficient_quota', message, param: null };
    return { do: 'send', mark: 'frame', event: 'error', document };
  }
  const error =
    reply.dialect === 'native'
      ? { code: 429, message, status: 'RESOURCE_EXHAUSTED' }
      : { message, type: 'insufficient_quota', param: null, code: 'insufficient_quota' };
  return { do: 'send', mark: 'frame', document: { error } };
}

/** Returns the event that ends a chat stream, for the forms that have it. */
export const doneSign = (reply: Reply): Step[] =>
  reply.form === 'events' ? [{ do: 'send', mark: 'done', document: '[DONE]' }] : [];

const hang: Step = { do: 'hang' };
const second: Step = { do: 'wait', ms: 1000 };

/** Removes the finish reason from a response that is not streamed. */
const unfinished = (document: unknown): unknown => {
  const answer = asRecord(document);
  const open = (list: unknown, field: string) => asList(list).map((entry) => ({ ...asRecord(entry), [field]: null }));
  if ('status' in answer) return { ...answer, status: 'in_progress' };
  if ('choices' in answer) return { ...answer, choices: open(answer.choices, 'finish_reason') };
  return 'candidates' in answer ? { ...answer, candidates: open(answer.candidates, 'finishReason') } : answer;
};

/** Returns the whole reply without any finish reason. */
export const withoutFinish = (reply: Reply): Reply =>
  isStreamed(reply) ? withSteps(reply, (steps) => without(steps, 'finish')) : mapDocuments(reply, unfinished);

function* dripped(reply: Reply): Generator<Step> {
  for (const step of written(reply)) {
    if (step.do !== 'raw') {
      yield step;
      continue;
    }
    for (const byte of Buffer.from(step.bytes)) {
      yield { do: 'raw', bytes: Buffer.of(byte) };
      yield second;
    }
  }
}

function* endlessComments(): Generator<Step> {
  for (;;) {
    yield { do: 'raw', bytes: ': PING\n\n' };
    yield second;
  }
}

/** Silence, cuts and errors: how a response can end early. */
export const endingFaults = faultsOf(
  `
  cut-mid-stream | any | Reset during the response | The connection is reset after the first chunks of the response.
  close-mid-stream | any | Closed during the response | The connection is closed during the response, without ending the message.
  clean-eof | any | Clean end, but too early | The response stops in the middle, and the message ends as if it were complete.
  done-only | text | [DONE] without a finish reason | The stream ends with [DONE], but without a finish reason.
  finish-missing | text | Usage and [DONE] without a finish reason | The complete text, the usage and [DONE] arrive, but no finish reason.
  reset-after-finish | text | Reset after the finish reason | The connection is reset after the finish reason, before [DONE].
  no-done-socket-open | text | Complete, but left open | The reply is complete, but [DONE] is missing and the connection stays open.
  done-socket-open | any | [DONE], but left open | The complete response and [DONE] arrive, and then the connection stays open.
  hang-before-headers | any | No response | The gateway accepts the request and never responds.
  slow-first-byte | any | Late first byte | The status line arrives after twenty seconds, then the response as usual.
  hang-mid-body | any | Stalled response | The response begins, and then nothing more arrives on the open connection.
  slow-drip | any | One byte per second | The response arrives one byte per second.
  comments-only | text | Only keep-alives | The stream sends one comment per second and never a token.
  ping-events | text | Pings as events | Empty ping and keep-alive events arrive between tokens.
  reset-before-headers | any | Reset before the response | The request is read, and then the connection is reset before the status line.
  close-before-headers | any | Closed before the response | The request is read, and then the connection is closed before the status line.
  error-in-band | any | Error in the stream | The stream begins with status 200, and then an error replaces the rest.
  error-then-done | any | Error in the stream, then [DONE] | An error arrives in the middle of the stream, followed by [DONE].
  error-first | text | Error as the first event | The status is 200, and the first event is an error.
  bare-error-mid-stream | text | Bare error in the stream | In the middle of the stream, an error arrives as plain JSON, without the data prefix.
  ping-then-bare-error | text | Keep-alive, then a bare error | After a keep-alive comment, the gateway writes its error as plain JSON into the stream.
`,
  {
    'cut-mid-stream': (reply) => breakOff(reply, { do: 'reset' }),
    'close-mid-stream': (reply) => breakOff(reply, { do: 'close' }),
    'clean-eof': (reply) => breakOff(reply),
    'done-only': (reply) => (isStreamed(reply) ? breakOff(reply, ...doneSign(reply)) : mapDocuments(reply, unfinished)),
    'finish-missing': withoutFinish,
    'reset-after-finish': (reply) => untilFinish(reply, { do: 'reset' }),
    'no-done-socket-open': (reply) => untilFinish(reply, hang),
    'done-socket-open': (reply) => andThen(reply, hang),
    'hang-before-headers': { instead: () => bareReply(hang) },
    'slow-first-byte': (reply) => ({ ...reply, delayMs: 20_000 }),
    'hang-mid-body': (reply) => breakOff(reply, hang),
    'slow-drip': (reply) => withSteps(reply, () => dripped(reply)),
    'comments-only': (reply) =>
      reply.form === 'events' ? withSteps(reply, endlessComments) : withSteps(reply, () => [hang]),
    'ping-events': (reply) =>
      withSteps(reply, (steps) =>
        amid(steps, 3, (place) => [
          place % 2 === 0
            ? { do: 'send', mark: 'frame', event: 'ping', document: { type: 'ping' } }
            : { do: 'send', mark: 'frame', document: { type: 'keepalive' } },
        ]),
      ),
    'reset-before-headers': { instead: () => bareReply({ do: 'reset' }) },
    'close-before-headers': { instead: () => bareReply({ do: 'close' }) },
    'error-in-band': (reply) =>
      isStreamed(reply) ? breakOff(reply, inBandError(reply)) : withSteps(reply, () => [inBandError(reply)]),
    'error-then-done': (reply) =>
      isStreamed(reply)
        ? breakOff(reply, inBandError(reply), ...doneSign(reply))
        : withSteps(reply, () => [inBandError(reply)]),
    'error-first': (reply) => withSteps(reply, () => [inBandError(reply)]),
    'bare-error-mid-stream': (reply) =>
      breakOff(reply, {
        do: 'raw',
        bytes: '{"error":{"message":"upstream closed","type":"upstream_error","code":502}}',
      }),
    'ping-then-bare-error': (reply) =>
      startWith(
        withSteps(reply, () => []),
        {
          do: 'raw',
          bytes: `${reply.form === 'events' ? ': PING\n\n' : ''}{"error":{"message":"no channel","type":"new_api_error","code":"model_not_found"}}`,
        },
      ),
  },
);
