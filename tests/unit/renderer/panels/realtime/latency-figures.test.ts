import { expect, test } from 'vitest';
import type { TurnLatency } from '#shared/contract/realtime.ts';
import { latencyFigures, measuredTurns } from '../../../../../renderer/panels/realtime/measure.tsx';

const turn = (n: number, times: Partial<TurnLatency>): TurnLatency => ({
  turn: n,
  ...{ typedMs: null, speechEndMs: null, committedMs: null, responseMs: null },
  ...{ firstWordMs: null, firstAudioMs: null, doneMs: null, ...times },
});

const spoken = (n: number, ms: number) => turn(n, { speechEndMs: n * 1000, firstAudioMs: n * 1000 + ms });
const typed = (n: number, ms: number) => turn(n, { typedMs: n * 1000, firstAudioMs: n * 1000 + ms });

/** The share of the way from the smallest to the largest, walked along the line through the sorted values. */
function walked(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  let left = share * (sorted.length - 1);
  let at = sorted[0] ?? Number.NaN;
  for (let index = 1; index < sorted.length && left > 0; index++) {
    const step = Math.min(1, left);
    at += ((sorted[index] ?? 0) - (sorted[index - 1] ?? 0)) * step;
    left -= step;
  }
  return at;
}

test('percentiles of voice turns and of typed turns are kept apart', () => {
  const voice = [740, 810, 512, 1930, 655, 720, 701];
  const text = [41, 59, 327, 88];
  const turns = measuredTurns([...voice.map((ms, n) => spoken(n, ms)), ...text.map((ms, n) => typed(20 + n, ms))]);
  const [response, audio, ...others] = latencyFigures(turns);
  expect(others).toEqual([]);
  expect(response).toMatchObject({ kind: 'response', count: 7, min: 512, max: 1930 });
  expect(audio).toMatchObject({ kind: 'audio', count: 4, min: 41, max: 327 });
  expect(response?.p50).toBeCloseTo(walked(voice, 0.5), 9);
  expect(response?.p95).toBeCloseTo(walked(voice, 0.95), 9);
  expect(audio?.p50).toBeCloseTo(73.5, 9);
  expect(audio?.p95).toBeCloseTo(walked(text, 0.95), 9);
});

test('a single turn is all of its percentiles, and without turns there are none', () => {
  expect(latencyFigures(measuredTurns([spoken(1, 300)]))).toEqual([
    { kind: 'response', count: 1, p50: 300, p95: 300, min: 300, max: 300 },
  ]);
  expect(latencyFigures(measuredTurns([turn(1, { typedMs: 5 })]))).toEqual([]);
});

test('the words of a reply whose audio may still arrive are not its latency yet', () => {
  const words = { typedMs: 100, firstWordMs: 130 };
  expect(measuredTurns([turn(1, words)])).toEqual([]);
  expect(measuredTurns([turn(1, { ...words, firstAudioMs: 180 })])).toEqual([
    { turn: 1, kind: 'audio', ms: 80, atMs: 180 },
  ]);
  expect(measuredTurns([turn(1, { ...words, doneMs: 900 })])).toEqual([{ turn: 1, kind: 'text', ms: 30, atMs: 130 }]);
  expect(measuredTurns([turn(1, words), turn(2, {})])).toHaveLength(1);
});
