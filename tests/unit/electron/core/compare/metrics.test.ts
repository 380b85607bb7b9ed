import { expect, test } from 'vitest';
import type { RunEnd, Usage } from '#shared/protocol/part.ts';
import { metricsOf } from '../../../../../electron/core/compare/read-reply.ts';

const end = (change: Partial<RunEnd> = {}): RunEnd => ({
  type: 'run-end',
  state: 'done',
  finishReason: 'stop',
  sent: 'answered',
  error: null,
  exchangeId: 'x',
  timeline: {
    startedAt: 0,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    sentMs: 5,
    headersMs: 80,
    firstByteMs: 90,
    firstTokenMs: 100,
    endMs: 1090,
    chunks: 5,
    longestGapMs: 400,
    sentBytes: 200,
    receivedBytes: 900,
  },
  ...change,
});
const usage: Usage = { inputTokens: 7, outputTokens: 100, reasoningTokens: null, cachedTokens: null, totalTokens: 107 };

test('computes the figures by the definitions of AIPerf', () => {
  const metrics = metricsOf({ end: end(), isStreamed: true, usage, contentAtMs: [0, 100, 200, 300, 700] });
  // (1090 - 100) / 99
  expect(metrics.interTokenMs).toBeCloseTo(10);
  expect(metrics.tokensPerSecond).toBeCloseTo(100);
  expect(metrics.ttftMs).toBe(100);
  expect(metrics.latencyMs).toBe(1090);
  // Sorted gaps 100, 100, 100, 400: the 95th percentile is 100 + 0.85 * 300.
  expect(metrics.interChunkP95Ms).toBeCloseTo(355);
});

test('gives no figure that the response does not allow', () => {
  const whole = metricsOf({ end: end(), isStreamed: false, usage, contentAtMs: [0] });
  expect(whole).toMatchObject({ ttftMs: null, interTokenMs: null, interChunkP95Ms: null, latencyMs: 1090 });
  const uncounted = metricsOf({ end: end(), isStreamed: true, usage: null, contentAtMs: [0, 1] });
  expect(uncounted).toMatchObject({ ttftMs: 100, interTokenMs: null, tokensPerSecond: null });
  const cut = metricsOf({ end: end({ state: 'interrupted' }), isStreamed: true, usage, contentAtMs: [0, 1] });
  expect(cut).toMatchObject({ latencyMs: null, interTokenMs: null });
});
