import type { WebContents } from 'electron';
import type { AskUser } from '../dialogs/app-dialogs.ts';

const silentReloads = 3;
const spanMs = 60_000;

/**
 * Loads the page again when its process crashes. The core keeps running, so the new page finds every running response
 * complete. A page that crashes repeatedly, or hangs, is reloaded only if the user agrees.
 */
export function recoverFromCrashes(contents: WebContents, ask: AskUser, now: () => number = Date.now): void {
  let crashTimes: number[] = [];

  const onCrash = async (reason: string) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    crashTimes = [...crashTimes.filter((at) => at > now() - spanMs), now()];
    const isCrashLoop = crashTimes.length > silentReloads;
    if (isCrashLoop && !(await ask(question(`The window keeps crashing (${reason}).`)))) return;
    if (!contents.isDestroyed()) contents.reload();
  };
  const onHang = async () => {
    // Crashing the process triggers the reload.
    if (await ask(question("The window isn't responding."))) contents.forcefullyCrashRenderer();
  };

  contents.on('render-process-gone', (_event, { reason }) => void onCrash(reason));
  contents.on('unresponsive', () => void onHang());
}

const question = (what: string) => ({
  message: `${what} Reload it?`,
  detail: 'Requests continue in the background, and what arrives is kept.',
  agree: 'Reload',
  decline: 'Wait',
});
