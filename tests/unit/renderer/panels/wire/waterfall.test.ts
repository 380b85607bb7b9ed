import { expect, test } from 'vitest';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Timeline } from '#shared/protocol/part.ts';
import { axisPosition, burstsOf, phasesOf } from '../../../../../renderer/panels/wire/waterfall/waterfall-model.ts';

const row = (startedAt: number, durationMs: number | null) =>
  ({
    id: `e${startedAt}`,
    startedAt,
    durationMs,
    state: durationMs === null ? 'running' : 'done',
  }) as ExchangeSummary;

const timeline = (known: Partial<Timeline>) =>
  ({
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    sentMs: null,
    headersMs: null,
    endMs: null,
    ...known,
  }) as Timeline;

test('exchanges close in time share a burst, and a long one keeps it open', () => {
  const rows = [row(130_000, 100), row(95_000, 500), row(62_000, 10), row(60_000, 40_000), row(1000, 200)];
  const bursts = burstsOf(rows, 200_000);
  expect(bursts.map(({ rows: own }) => own.map(({ startedAt }) => startedAt))).toEqual([
    [130_000],
    [95_000, 62_000, 60_000],
    [1000],
  ]);
  expect(bursts[1]).toMatchObject({ fromAt: 60_000, toAt: 100_000 });
});

test('a running exchange lasts until now', () => {
  expect(burstsOf([row(1000, null)], 9000)).toMatchObject([{ fromAt: 1000, toAt: 9000 }]);
});

test('phases are contiguous', () => {
  const whole = timeline({ dnsMs: 4, connectMs: 10, tlsMs: 30, sentMs: 31, headersMs: 400, endMs: 900 });
  expect(phasesOf(whole, 0)).toEqual([
    { kind: 'dns', fromMs: 0, toMs: 4 },
    { kind: 'connect', fromMs: 4, toMs: 10 },
    { kind: 'tls', fromMs: 10, toMs: 30 },
    { kind: 'send', fromMs: 30, toMs: 31 },
    { kind: 'wait', fromMs: 31, toMs: 400 },
    { kind: 'receive', fromMs: 400, toMs: 900 },
  ]);
});

test.each([
  [timeline({ sentMs: 2, headersMs: 50, endMs: 60 }), ['send', 'wait', 'receive']],
  [timeline({ dnsMs: 3, endMs: 5000 }), ['dns', 'connect']],
  [timeline({ sentMs: 3 }), ['send', 'wait']],
  [timeline({ endMs: 7 }), ['wait']],
])('a phase that did not happen is missing, and an unfinished one lasts to the end', (marks, kinds) =>
  expect(phasesOf(marks, 8000).map(({ kind }) => kind)).toEqual(kinds),
);

test('a position on the axis never leaves it', () => {
  const axis = { fromAt: 1000, toAt: 2000 };
  expect(axisPosition(axis, 1250, 1500)).toEqual({ left: 25, width: 25 });
  expect(axisPosition(axis, 1900, 4000)).toEqual({ left: 90, width: 10 });
  expect(axisPosition({ fromAt: 5, toAt: 5 }, 5, 5)).toEqual({ left: 0, width: 0 });
});
