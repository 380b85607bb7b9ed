import { expect, test } from 'vitest';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import {
  endChecks,
  notePlace,
  scaleMarks,
  spanMs,
  timelineBars,
} from '../../../../../../renderer/lib/inspector/tabs/timeline-model.ts';
import { timelineWith } from '../../../../../support/timeline.ts';

const chunks = (...times: number[]) => times.map((atMs) => ({ atMs, sizeBytes: 1 }));
const told = (bars: ReturnType<typeof timelineBars>) =>
  bars.map(({ kind, fromMs, toMs }) => `${kind} ${fromMs}-${toMs}`);

test('a cut-off response shows every stage, the silence before the end, and the end', () => {
  const known = timelineWith({
    dnsMs: 1,
    connectMs: 18,
    tlsMs: 41,
    sentMs: 47,
    headersMs: 388,
    firstByteMs: 390,
    endMs: 12_400,
  });
  expect(told(timelineBars(known, chunks(400, 1000, 2000, 3300)))).toEqual([
    'connect 0-41',
    'sent 41-47',
    'waiting 47-388',
    'parts 400-3300',
    'silence 3300-12400',
    'end 12400-12400',
  ]);
});

test('a reused connection has no connect bar, and a running response no end', () => {
  const known = timelineWith({ sentMs: 3, headersMs: 50 });
  expect(told(timelineBars(known, chunks(60, 90)))).toEqual(['sent 0-3', 'waiting 3-50', 'parts 60-90']);
  expect(spanMs(known, chunks(60, 90))).toBe(90);
});

test('a request that never left has nothing to show but its end', () => {
  expect(told(timelineBars(timelineWith({ endMs: 5 }), []))).toEqual(['end 5-5']);
  expect(timelineBars(timelineWith({}), [])).toEqual([]);
});

test('axis ticks are round and leave room for the end', () => {
  expect(scaleMarks(4400)).toEqual([0, 1000, 2000, 3000]);
  expect(scaleMarks(23)).toEqual([0, 5, 10, 15, 20]);
  expect(scaleMarks(1.3)).toEqual([0, 0.5, 1]);
});

const exchange = (known: Partial<ExchangeDetail>) =>
  ({
    routeId: 'chat.completions',
    state: 'done',
    finishReason: 'stop',
    deadlines: [],
    response: { mediaType: 'text/event-stream; charset=utf-8' },
    timeline: timelineWith({ sentMs: 5, headersMs: 388, endMs: 900 }),
    ...known,
  }) as ExchangeDetail;

test('a complete stream passes all three checks', () => {
  expect(endChecks(exchange({}), { 'end-mark': 1 })).toEqual({
    firstByteInTime: true,
    finishReason: 'stop',
    expectsFinish: true,
    endMark: true,
  });
});

test('the first byte is measured against the limit in force', () => {
  const headersMs = (ms: number | null) => ({ name: 'headersMs', ms, from: 'request' }) as const;
  const late = { timeline: timelineWith({ sentMs: 5, headersMs: 388, endMs: 900 }) };
  expect(endChecks(exchange({ ...late, deadlines: [headersMs(300)] }), {}).firstByteInTime).toBe(false);
  expect(endChecks(exchange({ ...late, deadlines: [headersMs(null)] }), {}).firstByteInTime).toBe(true);
});

test('missing data is named, and what cannot be decided yet is left open', () => {
  expect(endChecks(exchange({ state: 'interrupted', finishReason: null }), {})).toMatchObject({
    finishReason: null,
    endMark: false,
  });
  expect(endChecks(exchange({ state: 'running', timeline: timelineWith({}) }), {})).toMatchObject({
    firstByteInTime: null,
    endMark: null,
  });
  expect(endChecks(exchange({ state: 'failed', timeline: timelineWith({ endMs: 1 }) }), {}).firstByteInTime).toBe(
    false,
  );
  expect(endChecks(exchange({ routeId: 'models', response: null }), {})).toMatchObject({
    expectsFinish: false,
    endMark: null,
  });
});

test('a note is placed where it has most room, so that it never runs into another row', () => {
  const place = (kind: 'waiting' | 'silence', fromMs: number, toMs: number) => notePlace({ kind, fromMs, toMs }, 100);
  expect(place('waiting', 2, 30)).toEqual({ side: 'behind', percent: 70 });
  expect(place('waiting', 60, 90)).toEqual({ side: 'before', percent: 60 });
  // Hardly any room before the bar: it used to be drawn there and only its last letters were visible.
  expect(place('waiting', 4, 60)).toEqual({ side: 'behind', percent: 40 });
  expect(place('waiting', 4, 96)).toEqual({ side: 'over', percent: 92 });
  expect(place('silence', 10, 60)).toEqual({ side: 'over', percent: 50 });
  expect(place('silence', 10, 26)).toEqual({ side: 'behind', percent: 74 });
});
