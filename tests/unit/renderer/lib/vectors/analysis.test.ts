import { expect, test } from 'vitest';
import { createAnalysis } from '../../../../../renderer/lib/vectors/analysis.ts';
import { cosine } from '../../../../../renderer/lib/vectors/cosine.ts';
import { joinRows, makeUnit } from '../../../../../renderer/lib/vectors/float-file.ts';
import { allNearest, nearestTo } from '../../../../../renderer/lib/vectors/nearest.ts';
import { pca } from '../../../../../renderer/lib/vectors/pca.ts';
import { seededRandom } from '../../../../../renderer/lib/vectors/random.ts';
import {
  connectWorker,
  type DedicatedWorkerScope,
  serveCalls,
  type WorkerEnd,
} from '../../../../../renderer/lib/vectors/worker-call.ts';

function randomVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, () => random() - 0.5));
}

const still = async () => {};

test('the nearest rows match a comparison of all pairs', async () => {
  const vectors = randomVectors(60, 9);
  const rows = makeUnit(joinRows(vectors));
  const found = await allNearest(rows, pca(rows, 4).reduced, 3, still);
  for (let row = 0; row < 60; row++) {
    const expected = vectors
      .map((other, at) => ({ at, score: cosine(vectors[row] as Float32Array, other) }))
      .filter(({ at }) => at !== row)
      .sort((one, other) => other.score - one.score)
      .slice(0, 3);
    expect([...found.rows.subarray(row * 3, row * 3 + 3)]).toEqual(expected.map(({ at }) => at));
    expect(found.cosines[row * 3]).toBeCloseTo(expected[0]?.score ?? 0, 5);
    expect(nearestTo(rows, rows.values.subarray(row * 9, row * 9 + 9), 3, row).map((one) => one.row)).toEqual(
      expected.map(({ at }) => at),
    );
  }
});

test('cosines of selected rows, with zero for a vector without direction', async () => {
  const analysis = createAnalysis(still);
  const vectors = [Float32Array.of(3, 0), Float32Array.of(0, 0), Float32Array.of(3, 3)];
  await analysis.load(joinRows(vectors));
  const matrix = await analysis.matrix([2, 0, 1]);
  const half = Math.SQRT1_2;
  for (const [at, value] of [1, half, 0, half, 1, 0, 0, 0, 0].entries()) expect(matrix[at]).toBeCloseTo(value, 5);
});

/** A fake worker: both ends in one thread, messages cloned as a browser clones them. */
function handWorker(answers: object): WorkerEnd & { break(message: string): void } {
  const listeners = { message: [] as ((event: unknown) => void)[], error: [] as ((event: unknown) => void)[] };
  const scope: DedicatedWorkerScope = {
    onmessage: null,
    postMessage: (data) =>
      queueMicrotask(() => listeners.message.forEach((listen) => void listen({ data: structuredClone(data) }))),
  };
  serveCalls(answers, scope);
  return {
    postMessage: (data: never) => queueMicrotask(() => scope.onmessage?.({ data: structuredClone(data) })),
    terminate: () => undefined,
    addEventListener: (kind: 'message' | 'error', listen: unknown) => listeners[kind].push(listen as never),
    break: (message: string) => listeners.error.forEach((listen) => void listen({ message })),
  } as unknown as WorkerEnd & { break(message: string): void };
}

test('a worker returns results, reports progress and failures, and rejects pending calls when it breaks', async () => {
  const worker = handWorker({
    double: async (input: number, onProgress: (share: number) => void) => {
      onProgress(0.5);
      return input * 2;
    },
    fail: async () => {
      throw new Error('no rows');
    },
    never: () => new Promise(() => undefined),
  });
  const line = connectWorker(worker);
  const shares: number[] = [];
  expect(await line.ask('double', 4, { onProgress: (share) => shares.push(share) })).toBe(8);
  expect(shares).toEqual([0.5]);
  await expect(line.ask('fail', null)).rejects.toThrow('no rows');
  await expect(line.ask('nothing of the kind', null)).rejects.toThrow(/nobody answers/);
  const waiting = line.ask('never', null);
  worker.break('out of memory');
  await expect(waiting).rejects.toThrow('out of memory');
  await expect(line.ask('double', 1)).rejects.toThrow('out of memory');
});
