import { expect, test } from 'vitest';
import { windowOptions } from '../../../../../electron/desktop/window/window-options.ts';
import { frameOptions, overlayOptions, windowBackground } from '../../../../../electron/desktop/window/window-theme.ts';

const facts = {
  platform: 'linux' as NodeJS.Platform,
  isDark: false,
  isPackaged: true,
  placement: { width: 1000, height: 700 },
  preload: '/app/preload.cjs',
  session: {} as never,
};

test('the page runs with every isolation enabled', () => {
  expect(windowOptions(facts).webPreferences).toEqual({
    preload: '/app/preload.cjs',
    session: facts.session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    devTools: false,
    spellcheck: false,
  });
});

test('developer tools exist only in development; spelling is checked only on the computer itself', () => {
  expect(windowOptions({ ...facts, isPackaged: false }).webPreferences?.devTools).toBe(true);
  expect(windowOptions({ ...facts, platform: 'darwin' }).webPreferences?.spellcheck).toBe(true);
  expect(windowOptions({ ...facts, platform: 'win32' }).webPreferences?.spellcheck).toBe(false);
});

test('the window is shown only when the page has painted, on the background of its theme', () => {
  expect(windowOptions(facts)).toMatchObject({ show: false, backgroundColor: windowBackground(false), width: 1000 });
  expect(windowOptions({ ...facts, isDark: true }).backgroundColor).toBe(windowBackground(true));
  expect(windowBackground(true)).not.toBe(windowBackground(false));
});

test('the page draws the title bar where the system provides the buttons', () => {
  expect(frameOptions('darwin', false)).toMatchObject({
    titleBarStyle: 'hiddenInset',
    titleBarOverlay: { height: 40 },
  });
  expect(frameOptions('win32', true)).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: overlayOptions(true) });
  expect(frameOptions('linux', true)).not.toHaveProperty('titleBarStyle');
});
