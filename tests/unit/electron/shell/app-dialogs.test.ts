import { expect, test } from 'vitest';
import { createAppDialogs } from '../../../../electron/app-dialogs.ts';

function dialogs(windows: object[], focused: object | null = null) {
  const shown: unknown[][] = [];
  const show = async (...given: unknown[]) => {
    shown.push(given);
    return {};
  };
  const made = createAppDialogs({ showMessageBox: show, showSaveDialog: show } as never, {
    getAllWindows: () => windows as never,
    getFocusedWindow: () => focused as never,
  });
  return { ...made, shown };
}

const window = (more: object = {}) => ({ isVisible: () => true, isMinimized: () => false, ...more });

test('a dialog belongs to the window in front, else to one that is visible', async () => {
  const [hidden, back, front] = [window({ isVisible: () => false }), window(), window()];
  const focused = dialogs([back, front], front);
  await focused.showMessageBox({ message: 'a' });
  await focused.showSaveDialog({});
  expect(focused.shown.map(([parent]) => parent === front)).toEqual([true, true]);
  const blurred = dialogs([hidden, back]);
  await blurred.showMessageBox({ message: 'a' });
  expect(blurred.shown[0]?.[0]).toBe(back);
});

test('without a window, or before one is shown, a dialog stands alone', async () => {
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
