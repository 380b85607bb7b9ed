import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyChanges } from '#shared/value-changes.ts';
import { refreshLive } from '../../../../../renderer/lib/preferences/live-stores.ts';
import { createPersistence, type KeepingPorts } from '../../../../../renderer/lib/preferences/persisted-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Put = (name: string, value: unknown) => Promise<void>;
const ports = (put: Put = async () => {}): KeepingPorts => ({ put, patch: async () => {} });

interface Box {
  open: boolean;
  px: number;
  note: string | null;
}
const initial: Box = { open: true, px: 240, note: null };

test('stored values are restored, whether the store was created before or after they were loaded', () => {
  const persistence = createPersistence(ports());
  const early = persistence.kept('box', initial);
  persistence.load({ box: { open: false, px: 300, note: 'x' } });
  expect(early.getState()).toEqual({ open: false, px: 300, note: 'x' });
  expect(persistence.kept('box', initial).getState()).toEqual({ open: false, px: 300, note: 'x' });
});

test('what was changed before the stored values were there is kept and saved', async () => {
  const save = vi.fn(async () => {});
  const persistence = createPersistence(ports(save));
  const box = persistence.kept('box', initial);
  box.setState({ open: false });
  persistence.load({ box: { px: 320, note: 'stored' } });
  expect(box.getState()).toEqual({ open: false, px: 320, note: 'stored' });
  await vi.advanceTimersByTimeAsync(300);
  expect(save.mock.calls).toEqual([['box', { open: false, px: 320, note: 'stored' }]]);
});

test('a value of another type, or of a removed field, is dropped', () => {
  const persistence = createPersistence(ports());
  persistence.load({ box: { open: 'yes', px: 300, gone: 1 }, other: null });
  expect(persistence.kept('box', initial).getState()).toEqual({ open: true, px: 300, note: null });
  expect(persistence.kept('other', initial).getState()).toEqual(initial);
});

test('a store without a delay saves in the same turn as the change', async () => {
  const save = vi.fn(async () => {});
  const persistence = createPersistence(ports(save));
  persistence.load({});
  persistence.kept('box', initial, { quietMs: 0 }).setState({ px: 300 });
  await vi.advanceTimersByTimeAsync(0);
  expect(save).toHaveBeenCalledExactlyOnceWith('box', { ...initial, px: 300 });
});

test('changes are saved together after a quiet period, and only when a persisted field changed', async () => {
  const save = vi.fn(async () => {});
  const persistence = createPersistence(ports(save));
  persistence.load({});
  const box = persistence.kept('box', initial, { keep: ({ px }) => ({ px }) });
  box.setState({ open: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(save).not.toHaveBeenCalled();
  for (let px = 241; px <= 260; px += 1) box.setState({ px });
  await vi.advanceTimersByTimeAsync(240);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(save.mock.calls).toEqual([['box', { px: 260 }]]);
});

test('a page that unloads flushes pending saves at once', async () => {
  const save = vi.fn(async () => {});
  const persistence = createPersistence(ports(save));
  persistence.load({});
  const box = persistence.kept('box', initial);
  box.setState({ px: 1 });
  await persistence.flush();
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(save).toHaveBeenCalledTimes(1);
});

test('a failed save is retried with the value current by then', async () => {
  const save = vi.fn(async (_name: string, _value: unknown) => {});
  save.mockRejectedValueOnce(new Error('line'));
  const persistence = createPersistence(ports(save));
  persistence.load({});
  const box = persistence.kept('box', initial);
  box.setState({ px: 1 });
  await vi.advanceTimersByTimeAsync(300);
  expect(save).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(save.mock.calls.at(-1)).toEqual(['box', { open: true, px: 1, note: null }]);
});

/** The settings of a core and the windows that store values in it. A window is notified of every change one turn later. */
function settings(stored: Record<string, unknown> = {}) {
  const windows: ReturnType<typeof createPersistence>[] = [];
  const get = async (name: string) => structuredClone(stored[name] ?? null);
  const set = (name: string, value: unknown) => {
    stored[name] = value;
    for (const window of windows) setTimeout(() => void refreshLive(window.lives, name, get), 10);
  };
  return {
    stored,
    open(number = 1) {
      const window = createPersistence({
        put: async (name, value) => set(name, value),
        patch: async (name, changes) => set(name, applyChanges(stored[name], changes)),
      });
      window.load(structuredClone(stored), number);
      windows.push(window);
      return window;
    },
  };
}
const texts = (window: ReturnType<typeof createPersistence>, shared: 'parts' | 'live') =>
  window.kept<Record<string, string>>('texts', {}, { shared, read: (all) => all as Record<string, string> });

test.each(['parts', 'live'] as const)(
  'two windows that share a value (%s) lose none of each other’s changes',
  async (shared) => {
    const core = settings();
    const [first, second] = [texts(core.open(), shared), texts(core.open(), shared)];
    first.setState({ a: 'one' });
    second.setState({ b: 'two' });
    await vi.advanceTimersByTimeAsync(1000);
    first.setState({ a: 'one more' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(core.stored.texts).toEqual({ a: 'one more', b: 'two' });
    second.setState(({ b }) => ({ b }) as Record<string, string>, true);
    second.setState({}, true);
    await vi.advanceTimersByTimeAsync(1000);
    // A value that one removes is gone; of `parts` the second window never had the text of the first.
    expect(core.stored.texts).toEqual(shared === 'live' ? {} : { a: 'one more' });
  },
);

test('a live value shows changes of the other window, and keeps local edits in progress', async () => {
  const core = settings({ texts: { a: 'old', b: 'old', c: 'old' } });
  const [first, second] = [texts(core.open(), 'live'), texts(core.open(), 'live')];
  first.setState({ a: 'first', c: 'first' });
  await vi.advanceTimersByTimeAsync(255);
  // Not saved yet when the change of the other window is announced.
  second.setState({ c: 'second' });
  await vi.advanceTimersByTimeAsync(20);
  expect(second.getState()).toEqual({ a: 'first', b: 'old', c: 'second' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(first.getState()).toEqual({ a: 'first', b: 'old', c: 'second' });
  first.setState(({ b: _b, ...others }) => others, true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(second.getState()).toEqual({ a: 'first', c: 'second' });
});

test('a response requested before a save does not undo it', async () => {
  let answer = (_value: unknown) => {};
  const persistence = createPersistence(ports());
  persistence.load({ texts: { a: 'old' } });
  const store = texts(persistence, 'live');
  const get = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const told = refreshLive(persistence.lives, 'texts', get);
  store.setState({ a: 'new' });
  await persistence.flush();
  answer({ a: 'old' });
  await told;
  expect(store.getState()).toEqual({ a: 'new' });
});

test('each desktop window has its own value, initialized from the first window', async () => {
  const core = settings({ box: { px: 300 } });
  const [first, second] = [core.open(1), core.open(2)].map((window) => window.kept('box', initial));
  expect(second?.getState().px).toBe(300);
  second?.setState({ px: 500 });
  await vi.advanceTimersByTimeAsync(1000);
  first?.setState({ note: 'mine' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(core.stored).toEqual({
    box: { open: true, px: 300, note: 'mine' },
    'box@2': { open: true, px: 500, note: null },
  });
  expect(core.open(2).kept('box', initial).getState().px).toBe(500);
});
