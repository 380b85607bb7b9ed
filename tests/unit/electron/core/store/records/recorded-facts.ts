import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { timelineWith } from '../../../../../support/timeline.ts';

let counter = 0;
/** Recent enough to be kept. */
const firstStart = Date.now();

/** A running exchange; each begins a millisecond after the one before. */
export function recordedFacts(change: Partial<RecordedExchange> = {}): RecordedExchange {
  counter += 1;
  return {
    id: `x${counter}`,
    attempt: 1,
    firstId: `x${counter}`,
    routeId: 'chat.completions',
    connectionId: 'c1',
    connectionName: 'Gateway',
    keyAlias: null,
    model: 'm-1',
    method: 'POST',
    address: 'https://gw.test/v1/chat/completions',
    state: 'running',
    status: null,
    failureCode: null,
    finishReason: null,
    startedAt: firstStart + counter,
    durationMs: null,
    sentBytes: 0,
    receivedBytes: 0,
    events: 0,
    pinned: false,
    origin: 'panel',
    deadlines: [],
    proxy: null,
    request: { headers: [], bodyBytes: 0, mediaType: null },
    response: null,
    timeline: timelineWith({ startedAt: firstStart + counter }),
    sent: 'not-sent',
    usage: null,
    failure: null,
    warnings: [],
    draft: null,
    streamAsked: false,
    ...change,
  };
}
