import { existsSync } from 'node:fs';
import path from 'node:path';
import { cancelable } from '../app.ts';
import type { Stage } from '../stage.ts';

/** Quits as the menu does. */
export async function quit({ electron, window }: Stage): Promise<void> {
  await window();
  electron.app.quit();
}

/** How long a start takes, in milliseconds: loading the program, and from `ready` to the window and to its document. */
export async function timeStart({ electron, marks, strict, until, window }: Stage) {
  await window();
  const windowMs = performance.now() - marks.readyAt;
  await until(() => strict.log.includes('BrowserWindow.show'));
  const shownMs = performance.now() - marks.readyAt;
  electron.app.quit();
  return { importMs: marks.importMs, windowMs, shownMs };
}

/** Another instance has the lock: there is never a window, and nothing to do. */
export async function nothing(): Promise<void> {}

/** A second start, and a click on the dock, while the first program is quitting. */
export async function startAgain(stage: Stage) {
  const { electron, strict, windows } = stage;
  const window = await stage.window();
  const closed = new Promise<void>((resolve) => window.once('closed', resolve));
  electron.app.quit();
  await closed;
  electron.app.emit('second-instance', cancelable(), [], '/', null);
  electron.app.emit('activate', cancelable(), false);
  strict.log.push('asked for a window');
  return windows.size;
}

/** Windows asks whether the session may end, and then ends it without waiting. */
export async function sessionEnd(stage: Stage): Promise<string[]> {
  const { strict } = stage;
  const window = await stage.window();
  const begun = strict.log.length;
  // The typings list its reasons, and leave the rest to the language's own events.
  const ending = () => Object.assign(Object.create(cancelable()), { reasons: ['shutdown'] });
  const asked = ending();
  window.emit('query-session-end', asked);
  window.emit('session-end', ending());
  // Electron ends the process here.
  const steps = strict.log.slice(begun).filter((line) => /close|exit/.test(line));
  const isSealed = existsSync(path.join(process.env.PATCHBAY_DATA_DIR ?? '', 'patchbay.db-seal'));
  steps.splice(-1, 0, isSealed ? 'sealed' : 'open');
  return asked.defaultPrevented ? ['delayed'] : steps;
}

/** The page's process crashes five times within a minute. */
export async function crash(stage: Stage) {
  const { electron, person, strict } = stage;
  const { contents } = await stage.behind();
  const die = () =>
    strict
      .object('WebContents', contents)
      .emit('render-process-gone', cancelable(), { reason: 'crashed', exitCode: 5 });
  const reloads = () => strict.log.filter((line) => line === 'WebContents.reload').length;
  const told: number[] = [];
  for (let death = 1; death <= 3; death += 1) {
    die();
    await stage.until(() => reloads() === death);
  }
  told.push(reloads());
  person.saysYes = false;
  die();
  await stage.until(() => person.asked.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  told.push(reloads());
  electron.app.quit();
  return told;
}

/** The keyring asks for its password before anything else, and gets it once the window exists. */
export async function unlockLate(stage: Stage) {
  const { electron, person, strict } = stage;
  const client = await stage.connect();
  await stage.until(() => strict.log.includes('BrowserWindow.show'));
  const waitsFor: string[] = [];
  const opening = (async () => {
    for await (const step of client.host.opening({})) waitsFor.push(step.waitsFor);
  })();
  const asked = client.host.info({});
  await stage.until(() => waitsFor.length > 0);
  const menus = stage.menus().map(({ label }) => label);
  strict.log.push('unlocked');
  person.unlock();
  const { protection } = await asked;
  await opening;
  const laterSteps: object[] = [];
  for await (const step of client.host.opening({})) laterSteps.push(step);
  electron.app.quit();
  return { protection, waitsFor, menus, laterSteps };
}
