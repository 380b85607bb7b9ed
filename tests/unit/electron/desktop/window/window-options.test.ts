import { expect, test } from 'vitest';
import { windowOptions } from '../../../../../electron/desktop/window/window-options.ts';
import { frameLook, groundColour, overlayLook } from '../../../../../electron/desktop/window/window-theme.ts';

const facts = {
  platform: 'linux' as NodeJS.Platform,
  isDark: false,
  isPackaged: true,
  placement: { width: 1000, height: 700 },
  preload: '/app/preload.cjs',
  session: {} as never,
};

test('the page runs behind every wall there is', () => {
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

test('developer tools exist only where the app is developed; spelling is checked only on the computer itself', () => {
  expect(windowOptions({ ...facts, isPackaged: false }).webPreferences?.devTools).toBe(true);
  expect(windowOptions({ ...facts, platform: 'darwin' }).webPreferences?.spellcheck).toBe(true);
  expect(windowOptions({ ...facts, platform: 'win32' }).webPreferences?.spellcheck).toBe(false);
});

test('the window is shown only when the page has painted, on the ground of its theme', () => {
  expect(windowOptions(facts)).toMatchObject({ show: false, backgroundColor: groundColour(false), width: 1000 });
  expect(windowOptions({ ...facts, isDark: true }).backgroundColor).toBe(groundColour(true));
  expect(groundColour(true)).not.toBe(groundColour(false));
});

test('the page draws the title bar where the system leaves it the buttons', () => {
  expect(frameLook('darwin', false)).toMatchObject({ titleBarStyle: 'hiddenInset', titleBarOverlay: { height: 40 } });
  expect(frameLook('win32', true)).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: overlayLook(true) });
  expect(frameLook('linux', true)).not.toHaveProperty('titleBarStyle');
});
