import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';

const routeIds = [
  'chat.completions',
  'responses',
  'embeddings',
  'images.generations',
  'rerank',
  'models',
  'native.generateContent',
] as const;
const origins = ['panel', 'check', 'core', 'terminal', 'replay'] as const;

const headers = (count: number) =>
  Array.from({ length: count }, (_, at): [string, string] => [`Header-${at}`, `value of the header ${at}`]);

/** Exchange number `at` of a long history: a mixture of routes, models, keys and outcomes; one per second, the newest just now. */
export function exchangeAt(at: number): RecordedExchange {
  const chance = ((at + 1) * 2_654_435_761) % 1000;
  const failed = chance < 30;
  return {
    id: `exchange-${at}`,
    attempt: 1,
    firstId: `exchange-${at}`,
    routeId: routeIds[at % routeIds.length]!,
    connectionId: `c${at % 5}`,
    connectionName: `Gateway ${at % 5}`,
    keyAlias: `team key ${at % 9}`,
    model: `vendor/model-${chance % 40}`,
    method: 'POST',
    address: 'https://gateway.example.test/v1/chat/completions',
    state: chance < 3 ? 'interrupted' : failed ? 'failed' : chance < 90 ? 'done-with-warnings' : 'done',
    status: chance < 3 ? null : failed ? (chance % 3 === 0 ? 500 : 429) : 200,
    failureCode: failed ? ((chance === 7 ? 'moderated' : 'rate-limited') satisfies FailureCode) : null,
    finishReason: 'stop',
    startedAt: newest - (200_000 - at) * 1000,
    durationMs: 100,
    sentBytes: 1_000,
    receivedBytes: 20_000,
    events: 100,
    pinned: at % 5_000 === 0,
    origin: origins[at % origins.length]!,
    request: { headers: headers(9), bodyBytes: 1_000, mediaType: 'application/json' },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: headers(19),
      bodyBytes: 20_000,
      mediaType: 'application/json',
    },
    timeline: {
      startedAt: newest,
      dnsMs: 1,
      connectMs: 2,
      tlsMs: 3,
      sentMs: 4,
      headersMs: 50,
      firstByteMs: 51,
      firstTokenMs: 52,
      endMs: 100,
      chunks: 9,
      longestGapMs: 5,
      sentBytes: 1_000,
      receivedBytes: 20_000,
    },
    sent: 'answered',
    usage: null,
    failure: null,
    warnings: [],
    deadlines: [],
    proxy: null,
    draft: null,
    streamAsked: false,
  };
}

const newest = Date.now();
