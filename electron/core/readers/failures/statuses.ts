import type { FailureCode } from '#shared/protocol/failure.ts';

/** What a status means when the body says nothing more. */
export interface StatusMeaning {
  code: FailureCode;
  tells?: string;
  retryable?: boolean;
  hint?: string;
}

const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  [401, { code: 'auth' }],
  [402, { code: 'quota' }],
  [403, { code: 'forbidden' }],
  [404, { code: 'not-found' }],
  [405, { code: 'route-absent' }],
  [407, { code: 'proxy' }],
  [408, { code: 'upstream', retryable: true }],
  [409, { code: 'rejected', retryable: true, hint: 'Something else is using the same object. Try again in a moment.' }],
  [410, { code: 'not-found' }],
  [413, { code: 'too-big-for-server' }],
  [414, { code: 'too-big-for-server', hint: 'The address is too long. Move what is in the query into the body.' }],
  [415, { code: 'unsupported-media' }],
  [425, { code: 'rate-limited' }],
  [429, { code: 'rate-limited' }],
  [431, { code: 'too-big-for-server', hint: 'The headers are too big. Take extra headers off the connection.' }],
  [451, { code: 'forbidden' }],
  [501, { code: 'route-absent' }],
  [502, { code: 'upstream', retryable: true }],
  [503, { code: 'overloaded' }],
  [504, { code: 'upstream', retryable: true }],
  [
    524,
    {
      code: 'upstream',
      retryable: false,
      hint: 'The proxy in front of the gateway waits about 100 seconds. Ask for a stream; the work may still be done and charged.',
    },
  ],
  [529, { code: 'overloaded' }],
] as const);

/** Every status has a meaning; a good one means an error inside a running answer. */
export function meaningOf(status: number): StatusMeaning {
  const known = meanings.get(status);
  if (known) return known;
  if (status < 300) return { code: 'in-band' };
  if (status < 400) return { code: 'redirect' };
  if (status < 500) return { code: 'rejected' };
  // 520-527 and 530: the proxy in front did not get an answer out of the gateway.
  return status >= 520 && status <= 530 ? { code: 'upstream', retryable: true } : { code: 'server' };
}
