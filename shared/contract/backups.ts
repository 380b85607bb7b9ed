import * as z from 'zod/mini';
import type { FileRef } from '../protocol/part.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

/**
 * Where a backup file is from. `here`: this installation made it, and nothing in it was changed; `elsewhere`: another
 * installation made it, or it was changed since; `unsigned`: it does not say, as those of earlier versions.
 */
export const backupOrigins = ['here', 'elsewhere', 'unsigned'] as const;
export type BackupOrigin = (typeof backupOrigins)[number];

/** Times are milliseconds since 1970. */
export interface BackupState {
  /** False while nothing is saved: then nothing can be restored. */
  canRestore: boolean;
  /** Backups that Patchbay made automatically, newest first. */
  automatic: { id: string; madeAt: number; sizeBytes: number }[];
  /** Quarantined history files: damaged ones, and those that a restored backup replaced. */
  aside: { id: string; reason: 'damaged' | 'restored'; at: number; sizeBytes: number }[];
  /** When the backup was made that replaces the current data at the next start; `null` when none is staged. */
  staged: number | null;
  /** Where the staged backup is from, if it is a file that the user selected; else `null`. */
  stagedFrom: BackupOrigin | null;
}

const asideId = z.string().check(z.minLength(1), z.maxLength(120));

/** What can be restored: a file that the user selected, an automatic backup, or an earlier history. */
export const backupSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), id: identifier }),
  z.object({ kind: z.literal('automatic'), id: asideId }),
  z.object({ kind: z.literal('aside'), id: asideId }),
]);
export type BackupSource = z.output<typeof backupSource>;

export const backups = {
  state: call(z.object({}), out<BackupState>()),
  /** Makes one file of everything except keys. It is kept until the next one is made, or for a day. */
  make: call(z.object({}), out<FileRef>()),
  /** Verifies a backup and stages it. It takes effect at the next start, when the current data is quarantined. */
  restore: call(z.object({ from: backupSource }), out<BackupState>()),
  /** Discards the staged backup. */
  cancelRestore: call(z.object({}), out<BackupState>()),
  /** Permanently deletes a quarantined history. */
  removeAside: call(z.object({ id: asideId }), out<BackupState>()),
};
