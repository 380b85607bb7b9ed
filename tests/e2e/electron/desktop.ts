import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page, test } from '@playwright/test';
import { findElectron } from '../../../scripts/electron-binary.ts';
import { appEnv } from '../../../scripts/spawn-words.ts';

export const root = path.join(import.meta.dirname, '../../..');
const electron = findElectron(path.join(root, 'node_modules/electron'), process.env);
const isRoot = process.getuid?.() === 0;

function whyNot(): string | null {
  if (!electron) return 'there is no Electron binary (set ELECTRON_OVERRIDE_DIST_PATH or run "npx install-electron")';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display (run under xvfb-run)';
  return existsSync(path.join(root, 'dist/main/main.js')) ? null : 'the app is not built (run "npm run build")';
}

/**
 * Skips every test of the calling file where the desktop app cannot run, and prints the reason. With PATCHBAY_NEED_DESKTOP=1
 * they fail instead: a release requires the app to have been started.
 */
export function needDesktop(): void {
  const reason = whyNot();
  if (reason && process.env.PATCHBAY_NEED_DESKTOP === '1')
    throw new Error(`the desktop app can not run here: ${reason}`);
  if (reason) console.warn(`\nSKIPPED, the desktop app can not run here: ${reason}`);
  test.skip(reason !== null, reason ?? '');
}

/**
 * Playwright adds these only to an Electron that it finds by itself: without them e2e tests would use the real keyring. As
 * root Electron starts without its sandbox or not at all.
 */
const ownWords = ['--password-store=basic', '--use-mock-keychain', ...(isRoot ? ['--no-sandbox'] : [])];

interface AppStart {
  executable: string;
  words: string[];
  env: Record<string, string>;
}

/** Program, first arguments and environment for starting the app with its own data folder. */
export async function startOfApp(dataFolder?: string): Promise<AppStart> {
  const folder = dataFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'patchbay-')));
  const env = { ...appEnv(process.env), PATCHBAY_DATA_DIR: folder, ...(isRoot && { PATCHBAY_ALLOW_NO_SANDBOX: '1' }) };
  return { executable: electron?.executable ?? '', words: [...ownWords], env: env as Record<string, string> };
}

export interface Desktop {
  app: ElectronApplication;
  page: Page;
}

/** The app with its first window loaded, ready to be inspected. `words` are additional command-line arguments. */
export async function openDesktop(dataFolder?: string, words: readonly string[] = []): Promise<Desktop> {
  const { executable, words: own, env } = await startOfApp(dataFolder);
  const app = await _electron.launch({
    executablePath: executable,
    args: [...own, ...words, root],
    cwd: root,
    env: { ...env, PATCHBAY_ALLOW_DEBUG: '1' },
    chromiumSandbox: !isRoot,
  });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  return { app, page };
}
