import type { WebContents } from 'electron';
import type { AskUser } from '../dialogs/ask-user.ts';

const quietRevivals = 3;
const spanMs = 60_000;

/**
 * Loads the page again when its process dies. The core goes on meanwhile, so the new page finds every running answer
 * whole. A page that dies again and again, or hangs, is loaded again only when the person wants it.
 */
export function revivePage(contents: WebContents, ask: AskUser, now: () => number = Date.now): void {
  let deaths: number[] = [];

  const onDeath = async (reason: string) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    deaths = [...deaths.filter((at) => at > now() - spanMs), now()];
    const isHopeless = deaths.length > quietRevivals;
    if (isHopeless && !(await ask(question(`The window keeps stopping (${reason}).`)))) return;
    if (!contents.isDestroyed()) contents.reload();
  };
  const onHang = async () => {
    // Ending its process is what loads it again.
    if (await ask(question('The window does not respond.'))) contents.forcefullyCrashRenderer();
  };

  contents.on('render-process-gone', (_event, { reason }) => void onDeath(reason));
  contents.on('unresponsive', () => void onHang());
}

const question = (what: string) => ({
  message: `${what} Load it again?`,
  detail: 'Requests go on in the background, and what arrives is kept.',
  agree: 'Load Again',
  decline: 'Wait',
});
