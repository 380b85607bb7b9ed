import { existsSync } from 'node:fs';
import type { Shell } from 'electron';
import type { EventLog } from '#core/log/event-log.ts';

/** Shows the newest log in the file manager, after pending entries are written. Returns false if there is none. */
export async function showLog(
  { files, settled }: Pick<EventLog, 'files' | 'settled'>,
  shell: Pick<Shell, 'showItemInFolder'>,
): Promise<boolean> {
  await settled();
  const file = files.find((one) => existsSync(one));
  if (file !== undefined) shell.showItemInFolder(file);
  return file !== undefined;
}
