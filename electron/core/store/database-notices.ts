import type { HostInfo } from '#shared/contract/host.ts';
import { counted } from '#shared/format.ts';
import { clockTime } from './clock-time.ts';
import type { Replaced } from './database-file.ts';
import type { BackupFile } from './maintenance/automatic-backups.ts';
import type { Restored } from './maintenance/staged-restore.ts';

export type Notice = HostInfo['notices'][number];

/** A damaged history was quarantined and rebuilt. */
export function replacedNotice(what: string, replaced: Replaced, backup: BackupFile | null): Notice {
  const { aside, backedUp, read } = replaced;
  const from = backup && `${counted(backedUp, 'entry', 'entries')} of the backup of ${clockTime(backup.madeAt)}`;
  const newer = backup ? 'newer ' : '';
  const own = read > 0 ? `${counted(read, `${newer}entry`, `${newer}entries`)} that could still be read` : null;
  const sources = [from, own].filter((source) => source !== null);
  const lost = backup ? ' Newer entries that could not be read are lost.' : '';
  return {
    id: 'history-replaced',
    message:
      `The history file ${what}. It was moved to ${aside}, and a new one was created` +
      (sources.length > 0 ? ` with ${sources.join(' and ')}.${lost}` : '; nothing in it could be read.'),
  };
}

/** The history file was missing, but there was a backup of it. */
export const missingNotice = ({ madeAt }: BackupFile): Notice => ({
  id: 'history-replaced',
  message: `The history file was missing. It was restored from the backup of ${clockTime(madeAt)}; newer entries are lost.`,
});

/** A backup that the user selected is now the history. */
export const restoredNotice = ({ madeAt, aside }: Restored): Notice => ({
  id: 'history-restored',
  message:
    `The backup of ${clockTime(madeAt)} was restored.` +
    (aside === null ? '' : ` The previous history is stored next to it as ${aside}.`),
});

/** Another program wrote the history file, and it is sound as far as SQLite can tell. */
export const changedNotice: Notice = {
  id: 'history-changed',
  message:
    'Another program changed the history file after Patchbay quit. The file is intact; if its content looks wrong, restore a backup.',
};

/** A background check found damage. */
export const damageFoundNotice: Notice = {
  id: 'history-damaged',
  message: 'The history file is damaged. Restart Patchbay to restore the backup and everything that can still be read.',
};
