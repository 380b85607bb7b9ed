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
import type { Fault } from './fault.ts';
import { doneSign, inBandError } from './in-band-error.ts';

const hang: Step = { do: 'hang' };
const second: Step = { do: 'wait', ms: 1000 };

/** Takes the reason for the end out of an answer that is not streamed. */
const unfinished = (document: unknown): unknown => {
  const answer = asRecord(document);
  const open = (list: unknown, field: string) => asList(list).map((entry) => ({ ...asRecord(entry), [field]: null }));
  if ('status' in answer) return { ...answer, status: 'in_progress' };
  if ('choices' in answer) return { ...answer, choices: open(answer.choices, 'finish_reason') };
  return 'candidates' in answer ? { ...answer, candidates: open(answer.candidates, 'finishReason') } : answer;
};

/** The whole answer without any reason for its end. */
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

/** Silence, cuts and errors: how an answer can end before its end. */
export const endingFaults: readonly Fault[] = [
  {
    name: 'cut-mid-stream',
    title: 'Reset in the middle',
    about: 'The connection is reset after the first pieces of the answer.',
    routes: 'any',
    alter: (reply) => breakOff(reply, { do: 'reset' }),
  },
  {
    name: 'close-mid-stream',
    title: 'Closed in the middle',
    about: 'The connection is closed in the middle of the answer, without ending the message.',
    routes: 'any',
    alter: (reply) => breakOff(reply, { do: 'close' }),
  },
  {
    name: 'clean-eof',
    title: 'Clean end, but too early',
    about: 'The answer stops in the middle and the message ends as if it were whole.',
    routes: 'any',
    alter: (reply) => breakOff(reply),
  },
  {
    name: 'done-only',
    title: 'Done sign without a finish',
    about: 'The stream says [DONE], but no reason for the end ever came.',
    routes: 'text',
    alter: (reply) => (isStreamed(reply) ? breakOff(reply, ...doneSign(reply)) : mapDocuments(reply, unfinished)),
  },
  {
    name: 'finish-missing',
    title: 'Usage and done without a finish',
    about: 'The whole text, the usage and the done sign arrive; only the reason for the end is missing.',
    routes: 'text',
    alter: withoutFinish,
  },
  {
    name: 'reset-after-finish',
    title: 'Reset after the finish',
    about: 'The connection is reset after the reason for the end, before the done sign.',
    routes: 'text',
    alter: (reply) => untilFinish(reply, { do: 'reset' }),
  },
  {
    name: 'no-done-socket-open',
    title: 'Finished, but left open',
    about: 'The answer is complete, but no done sign follows and the connection stays open.',
    routes: 'text',
    alter: (reply) => untilFinish(reply, hang),
  },
  {
    name: 'done-socket-open',
    title: 'Done, but left open',
    about: 'The whole answer and its done sign arrive, and then the connection stays open.',
    routes: 'any',
    alter: (reply) => andThen(reply, hang),
  },
  {
    name: 'hang-before-headers',
    title: 'Silence before the answer',
    about: 'The gateway takes the request and never says a word.',
    routes: 'any',
    instead: () => bareReply(hang),
  },
  {
    name: 'slow-first-byte',
    title: 'Late first byte',
    about: 'Twenty seconds pass before the status line; then the answer comes as usual.',
    routes: 'any',
    alter: (reply) => ({ ...reply, delayMs: 20_000 }),
  },
  {
    name: 'hang-mid-body',
    title: 'Silence in the middle',
    about: 'The answer begins, and then nothing more comes on an open connection.',
    routes: 'any',
    alter: (reply) => breakOff(reply, hang),
  },
  {
    name: 'slow-drip',
    title: 'One byte a second',
    about: 'The answer comes one byte a second.',
    routes: 'any',
    alter: (reply) => withSteps(reply, () => dripped(reply)),
  },
  {
    name: 'comments-only',
    title: 'Keep-alives and nothing else',
    about: 'The stream sends a comment each second and never a token.',
    routes: 'text',
    alter: (reply) => (reply.form === 'events' ? withSteps(reply, endlessComments) : withSteps(reply, () => [hang])),
  },
  {
    name: 'ping-events',
    title: 'Pings as real events',
    about: 'Between the tokens come ping and keep-alive events that carry nothing.',
    routes: 'text',
    alter: (reply) =>
      withSteps(reply, (steps) =>
        amid(steps, 3, (place) => [
          place % 2 === 0
            ? { do: 'send', mark: 'frame', event: 'ping', document: { type: 'ping' } }
            : { do: 'send', mark: 'frame', document: { type: 'keepalive' } },
        ]),
      ),
  },
  {
    name: 'reset-before-headers',
    title: 'Reset before the answer',
    about: 'The request is read, and then the connection is reset before the status line.',
    routes: 'any',
    instead: () => bareReply({ do: 'reset' }),
  },
  {
    name: 'close-before-headers',
    title: 'Closed before the answer',
    about: 'The request is read, and then the connection is closed before the status line.',
    routes: 'any',
    instead: () => bareReply({ do: 'close' }),
  },
  {
    name: 'error-in-band',
    title: 'Error inside the stream',
    about: 'The stream begins with status 200 and then carries an error instead of the rest.',
    routes: 'any',
    alter: (reply) =>
      isStreamed(reply) ? breakOff(reply, inBandError(reply)) : withSteps(reply, () => [inBandError(reply)]),
  },
  {
    name: 'error-then-done',
    title: 'Error inside the stream, then done',
    about: 'An error comes in the middle of the stream, followed by the done sign.',
    routes: 'any',
    alter: (reply) =>
      isStreamed(reply)
        ? breakOff(reply, inBandError(reply), ...doneSign(reply))
        : withSteps(reply, () => [inBandError(reply)]),
  },
  {
    name: 'error-first',
    title: 'Error as the first event',
    about: 'The status is 200 and the very first event is an error.',
    routes: 'text',
    alter: (reply) => withSteps(reply, () => [inBandError(reply)]),
  },
  {
    name: 'bare-error-mid-stream',
    title: 'Bare error in the stream',
    about: 'In the middle of the stream an error arrives as plain JSON, without the data prefix.',
    routes: 'text',
    alter: (reply) =>
      breakOff(reply, {
        do: 'raw',
        bytes: '{"error":{"message":"upstream closed","type":"upstream_error","code":502}}',
      }),
  },
  {
    name: 'ping-then-bare-error',
    title: 'Keep-alive, then a bare error',
    about: 'After a keep-alive comment the gateway writes its error as plain JSON into the open stream.',
    routes: 'text',
    alter: (reply) =>
      startWith(
        withSteps(reply, () => []),
        {
          do: 'raw',
          bytes: `${reply.form === 'events' ? ': PING\n\n' : ''}{"error":{"message":"no channel","type":"new_api_error","code":"model_not_found"}}`,
        },
      ),
  },
];
