import { expect, test } from 'vitest';
import { createAppDialogs } from '../../../../../electron/desktop/dialogs/app-dialogs.ts';

/** `windows`: the last used one first. */
function dialogs(windows: object[]) {
  const shown: unknown[][] = [];
  const show = async (...given: unknown[]) => {
    shown.push(given);
    return {};
  };
  const made = createAppDialogs({ showMessageBox: show, showSaveDialog: show } as never, {
    all: () => windows as never,
  });
  return { ...made, shown };
}

const window = (more: object = {}) => ({
  isDestroyed: () => false,
  isVisible: () => true,
  isMinimized: () => false,
  ...more,
});

test('a dialog belongs to the last used of the visible windows', async () => {
  const [hidden, back, front] = [window({ isVisible: () => false }), window(), window()];
  const made = dialogs([hidden, front, back]);
  await made.showMessageBox({ message: 'a' });
  await made.showSaveDialog({});
  expect(made.shown.map(([parent]) => parent === front)).toEqual([true, true]);
});

test('a question about one window belongs to it, unless it is closed', async () => {
  const [front, back] = [window(), window()];
  const made = dialogs([front, back]);
  await made.showMessageBox({ message: 'a' }, back as never);
  await made.showMessageBox({ message: 'a' }, window({ isDestroyed: () => true, isVisible: () => false }) as never);
  expect(made.shown.map(([parent]) => [front, back].indexOf(parent as never))).toEqual([1, 0]);
});

test('without a window, or before one is shown, a dialog has no parent', async () => {
  for (const windows of [[], [window({ isVisible: () => false })]]) {
    const { showMessageBox, showSaveDialog, shown } = dialogs(windows);
    await showMessageBox({ message: 'a' });
    await showSaveDialog({ defaultPath: 'b' });
    expect(shown).toEqual([[{ message: 'a' }], [{ defaultPath: 'b' }]]);
  }
});

test('a minimized window is restored for its dialog', async () => {
  let restored = 0;
  const minimized = window({ isMinimized: () => true, restore: () => (restored += 1) });
  await dialogs([minimized]).showMessageBox({ message: 'a' });
  expect(restored).toBe(1);
});
