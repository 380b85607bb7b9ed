import { expect, test } from 'vitest';
import type { FailureCode, SentFlag } from '#shared/routes/failure.ts';
import { check } from './fault-cell.ts';
import { respond } from './wire-server.ts';

const statuses: [number, FailureCode, SentFlag][] = [
  [400, 'rejected', 'answered'],
  [401, 'auth', 'answered'],
  [403, 'forbidden', 'answered'],
  [404, 'not-found', 'answered'],
  [413, 'too-big-for-server', 'answered'],
  [415, 'unsupported-media', 'answered'],
  [422, 'rejected', 'answered'],
  [429, 'rate-limited', 'answered'],
  [500, 'server', 'answered'],
  [502, 'upstream', 'maybe-processed'],
  [503, 'overloaded', 'answered'],
  [504, 'upstream', 'maybe-processed'],
];
for (const stream of [false, true])
  test.each(statuses)(`18-29: status %i ${stream ? 'for a stream' : ''}`, async (status, code, sent) => {
    const said = JSON.stringify({ error: { message: 'the reason', type: 'x' } });
    const ran = await check(
      {
        name: '',
        // Errors for streams carry the label of a stream.
        answer: ({ socket }) =>
          socket.write(respond(status, { 'content-type': 'text/event-stream', 'retry-after': '7' }, said)),
        state: 'failed',
        code,
        sent,
        kept: said,
      },
      stream,
    );
    expect(ran.end.error).toMatchObject({ status, gatewayMessage: 'the reason' });
    if (status === 429) expect(ran.end.error?.retryAfterMs).toBe(7000);
  });
