import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeeping } from '../../../../renderer/lib/kept.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Box {
  open: boolean;
  px: number;
  note: string | null;
}
const initial: Box = { open: true, px: 240, note: null };

test('kept values come back, whether the store was made before or after they were loaded', () => {
  const keeping = createKeeping(async () => {});
  const early = keeping.kept('box', initial);
  keeping.load({ box: { open: false, px: 300, note: 'x' } });
  expect(early.getState()).toEqual({ open: false, px: 300, note: 'x' });
  expect(keeping.kept('box', initial).getState()).toEqual({ open: false, px: 300, note: 'x' });
});

test('a value of another type, or of a field that is gone, is left out', () => {
  const keeping = createKeeping(async () => {});
  keeping.load({ box: { open: 'yes', px: 300, gone: 1 }, other: null });
  expect(keeping.kept('box', initial).getState()).toEqual({ open: true, px: 300, note: null });
  expect(keeping.kept('other', initial).getState()).toEqual(initial);
});

test('what needs no quiet time is saved with the turn that changed it', async () => {
  const save = vi.fn(async () => {});
  const keeping = createKeeping(save);
  keeping.load({});
  keeping.kept('box', initial, { quietMs: 0 }).setState({ px: 300 });
  await vi.advanceTimersByTimeAsync(0);
  expect(save).toHaveBeenCalledExactlyOnceWith('box', { ...initial, px: 300 });
});

test('changes are saved together, once it is quiet, and only when something kept changed', async () => {
  const save = vi.fn(async () => {});
  const keeping = createKeeping(save);
  keeping.load({});
  const box = keeping.kept('box', initial, { keep: ({ px }) => ({ px }) });
  box.setState({ open: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(save).not.toHaveBeenCalled();
  for (let px = 241; px <= 260; px += 1) box.setState({ px });
  await vi.advanceTimersByTimeAsync(240);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(save.mock.calls).toEqual([['box', { px: 260 }]]);
});

test('a page that leaves saves at once what still waits', async () => {
  const save = vi.fn(async () => {});
  const keeping = createKeeping(save);
  keeping.load({});
  const box = keeping.kept('box', initial);
  box.setState({ px: 1 });
  await keeping.flush();
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(save).toHaveBeenCalledTimes(1);
});

test('a save that failed is tried again with what is true by then', async () => {
  const save = vi.fn(async (_name: string, _value: unknown) => {});
  save.mockRejectedValueOnce(new Error('line'));
  const keeping = createKeeping(save);
  keeping.load({});
  const box = keeping.kept('box', initial);
  box.setState({ px: 1 });
  await vi.advanceTimersByTimeAsync(300);
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(save.mock.calls.at(-1)).toEqual(['box', { open: true, px: 1, note: null }]);
});
