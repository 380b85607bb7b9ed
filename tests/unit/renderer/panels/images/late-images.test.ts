import { expect, test } from 'vitest';
import type { FileRef } from '#shared/protocol/part.ts';
import { createLateImages } from '../../../../../renderer/panels/images/late-images.ts';
import {
  type Call,
  foldCall,
  type Generation,
  newCall,
} from '../../../../../renderer/panels/images/model/generation.ts';
import { file, orderWith } from './order.ts';

function setUp(calls: Call[], fetched: FileRef | Error = file('late')) {
  let generation = { id: 'g', createdAt: 0, order: orderWith({}), parent: null, calls, thumb: null } as Generation;
  const asked: unknown[] = [];
  let changes = 0;
  const late = createLateImages({
    client: {
      exchanges: {
        fetchMedia: async (input: unknown) => {
          asked.push(input);
          if (fetched instanceof Error) throw fetched;
          return fetched;
        },
      },
      tasks: {
        adopt: async (input: unknown) => {
          asked.push(input);
          return { id: 'row' };
        },
      },
    } as never,
    read: (id) => (id === 'g' ? generation : undefined),
    putCall: (_, index, call) => {
      generation = { ...generation, calls: generation.calls.with(index, call) };
    },
    measured: async (image) => ({ ...image, width: 64, height: 48 }),
    async onChanged() {
      changes += 1;
    },
  });
  return { late, asked, read: () => generation, changes: () => changes };
}

const unfetched = (url: string): Call => {
  const call = foldCall(
    { ...newCall(0), exchangeId: 'x', state: 'done' },
    { type: 'image', mediaType: 'image/*', url },
  );
  return { ...call, warnings: [{ code: 'not-kept', message: url }] };
};
const task = (): Call =>
  foldCall(
    { ...newCall(0), exchangeId: 'x', state: 'done' },
    {
      ...{ type: 'task-state', taskId: 't1', state: 'queued', statusWord: 'submitted', progress: null, resultUrls: [] },
      ...{ errorMessage: null, expiresAt: null, model: null, raw: {} },
    },
  );

test('an image that could not be downloaded is downloaded again, and its warning goes', async () => {
  const { late, asked, read, changes } = setUp([unfetched('https://h/1.png'), unfetched('https://h/2.png')]);
  await late.retryDownload('g', 1);
  expect(asked).toEqual([{ id: 'x', url: 'https://h/2.png' }]);
  expect(
    read().calls.map(({ pictures, warnings }) => [pictures[0]?.file?.id, pictures[0]?.width, warnings.length]),
  ).toEqual([
    [undefined, null, 1],
    ['late', 64, 0],
  ]);
  expect(changes()).toBe(1);
});

test('a download that fails again changes nothing', async () => {
  const { late, read } = setUp([unfetched('https://h/1.png')], new Error('gone'));
  await expect(late.retryDownload('g', 0)).rejects.toThrow('gone');
  expect(read().calls[0]).toMatchObject({ pictures: [{ file: null }], warnings: [{ code: 'not-kept' }] });
});

test('a task is followed once, with the connection, prompt, model and record of its request', async () => {
  const { late, asked, read } = setUp([task()]);
  await late.followTask('g', 0);
  await late.followTask('g', 0);
  const { connectionId, prompt, model } = read().order;
  const origin = { connectionId, prompt, model, submitExchangeId: 'x' };
  expect(asked).toMatchObject([{ family: 'custom', taskId: 't1', ...origin }]);
  expect(read().calls[0]?.task).toEqual({ taskId: 't1', statusWord: 'submitted', rowId: 'row' });
});

test('the images of a task are added once, and nothing that is no image', async () => {
  const { late, read, changes } = setUp([task()]);
  const results = [file('a'), file('b'), file('film', 'video/mp4')];
  await late.takeResults('g', 0, results);
  await late.takeResults('g', 0, results);
  expect(read().calls[0]?.pictures.map(({ index, file: ref, width }) => [index, ref?.id, width])).toEqual([
    [0, 'a', 64],
    [1, 'b', 64],
  ]);
  expect(changes()).toBe(1);
});
