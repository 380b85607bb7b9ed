import { gzipSync } from 'node:zlib';
import { bareReply, isStreamed, rawReply, written } from '#demo/responses/reply.ts';
import { breakOff, withSteps } from '#demo/responses/steps.ts';
import { badEvent, bytesOf, encoded, malformed, raw, withLength } from '#demo/scenarios/broken-bytes.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { andThen, gzipSteps, startWith } from './step-changes.ts';

/** Bytes that are damaged, oversized or not HTTP at all. */
export const brokenByteFaults = faultsOf(
  `
  many-bad-events | any
  only-bad-events | any
  truncated-gzip | any
  stacked-encodings | any
  wrong-length-short | any
  bad-header | any
  both-lengths | any
  204 | any
  surplus-bytes | any
  leading-blanks | any
`,
  {
    'many-bad-events': (reply) =>
      isStreamed(reply) ? breakOff(reply, ...Array.from({ length: 30 }, () => badEvent)) : malformed(reply),
    'only-bad-events': (reply) =>
      isStreamed(reply) ? withSteps(reply, () => Array.from({ length: 8 }, () => badEvent)) : malformed(reply),
    'truncated-gzip': (reply) => encoded(reply, 'gzip', gzipSteps(written(breakOff(reply)), false)),
    'stacked-encodings': (reply) => {
      const packed = Array.from({ length: 6 }).reduce<Buffer>((bytes) => gzipSync(bytes), bytesOf(reply));
      return encoded(reply, Array.from({ length: 6 }, () => 'gzip').join(', '), [raw(packed)]);
    },
    'wrong-length-short': withLength(-20),
    'bad-header': {
      instead: () => bareReply(raw('HTTP/1.1 200 OK\r\nx-note: a\u0000b\r\ncontent-length: 2\r\n\r\n{}')),
    },
    'both-lengths': {
      instead: () =>
        bareReply(
          raw(
            'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
          ),
        ),
    },
    '204': { instead: () => rawReply(204, null, '') },
    'surplus-bytes': (reply) => andThen(reply, raw('\n\n\u0000garbage')),
    'leading-blanks': (reply) => startWith(reply, raw(isStreamed(reply) ? '\n\n\n' : ' \n\n ')),
  },
);
