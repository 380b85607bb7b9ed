import type { Notification } from 'electron';
import type { HostServices } from '#core/host-services.ts';
import type { Destination } from '#shared/contract/destination.ts';
import { unseenRuns } from '#shared/unseen.ts';

/** Maximum length of a notification, in characters; systems truncate longer ones in different ways. */
const most = { title: 120, body: 400 };

/** Shows a system notification; `null` on a system without notifications. */
export type Notify = HostServices['shell']['notify'] | null;

/**
 * Creates the system notifications. Their text may come from a gateway, so it is truncated and cleaned. Clicking one
 * calls `onPress` with its destination. Nothing is shown while the window is focused.
 */
export function createNotify(
  kind: typeof Notification,
  onPress: (to: Destination) => void,
  isInFront: () => boolean,
): Notify {
  if (!kind.isSupported()) return null;
  // Electron drops an unreferenced notification, and its click with it.
  const shown = new Set<Notification>();
  return (title, body, to) => {
    if (isInFront()) return;
    const note = new kind({ title: shorten(title, most.title), body: shorten(body, most.body) });
    shown.add(note);
    const forget = () => shown.delete(note);
    note.on('close', forget);
    note.on('failed', forget);
    note.on('click', () => {
      forget();
      onPress(to);
    });
    note.show();
  };
}

function shorten(text: string, limit: number): string {
  const clean = text.replace(unseenRuns, ' ').trim();
  return clean.length > limit ? `${clean.slice(0, limit - 1)}…` : clean;
}
