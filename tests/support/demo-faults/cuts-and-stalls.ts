import { isStreamed, type Reply, type Step } from '#demo/responses/reply.ts';
import { amid, breakOff, mapDocuments, untilFinish, withSteps } from '#demo/responses/steps.ts';
import { hang, inBandError, unfinished } from '#demo/scenarios/cuts-and-stalls.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { andThen, startWith } from './step-changes.ts';

/** Returns the event that ends a chat stream, for the forms that have it. */
export const doneSign = (reply: Reply): Step[] =>
  reply.form === 'events' ? [{ do: 'send', mark: 'done', document: '[DONE]' }] : [];

/** Silence, cuts and errors: how a response can end early. */
export const endingFaults = faultsOf(
  `
  close-mid-stream | any
  done-only | text
  reset-after-finish | text
  done-socket-open | any
  ping-events | text
  error-then-done | any
  bare-error-mid-stream | text
  ping-then-bare-error | text
`,
  {
    'close-mid-stream': (reply) => breakOff(reply, { do: 'close' }),
    'done-only': (reply) => (isStreamed(reply) ? breakOff(reply, ...doneSign(reply)) : mapDocuments(reply, unfinished)),
    'reset-after-finish': (reply) => untilFinish(reply, { do: 'reset' }),
    'done-socket-open': (reply) => andThen(reply, hang),
    'ping-events': (reply) =>
      withSteps(reply, (steps) =>
        amid(steps, 3, (place) => [
          place % 2 === 0
            ? { do: 'send', mark: 'frame', event: 'ping', document: { type: 'ping' } }
            : { do: 'send', mark: 'frame', document: { type: 'keepalive' } },
        ]),
      ),
    'error-then-done': (reply) =>
      isStreamed(reply)
        ? breakOff(reply, inBandError(reply), ...doneSign(reply))
        : withSteps(reply, () => [inBandError(reply)]),
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
