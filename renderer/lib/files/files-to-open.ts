import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OpenableKind } from '#shared/contract/openable.ts';
import { goTo } from '../navigation/open-panel.ts';

/**
 * A file that the user opened with Patchbay or dropped on the window. Nothing of it is imported before the user
 * confirms.
 */
export interface FileToOpen {
  id: string;
  name: string;
  kind: OpenableKind;
  /** The text of the file. Rejects with an `AppError`. */
  read: () => Promise<string>;
}

/** The panel that shows each kind. */
const homes: Readonly<Record<OpenableKind, string>> = { connections: 'connections', har: 'wire' };

/** Shown one after the other. */
export const filesToOpen = createStore<{ files: readonly FileToOpen[] }>(() => ({ files: [] }));

export function openFileToOpen(file: FileToOpen): void {
  // A reopened connection to the core offers again what was not read.
  if (filesToOpen.getState().files.some(({ id }) => id === file.id)) return;
  filesToOpen.setState(({ files }) => ({ files: [...files, file] }));
  if (filesToOpen.getState().files.length === 1) goTo(homes[file.kind]);
}

/** Closes the file that is shown; the next one opens. */
export function closeFileToOpen(): void {
  filesToOpen.setState(({ files }) => ({ files: files.slice(1) }));
  const [next] = filesToOpen.getState().files;
  if (next) goTo(homes[next.kind]);
}

/** Returns the file that a panel shows now, or `null`. */
export const useFileToOpen = (kind: OpenableKind): FileToOpen | null =>
  useStore(filesToOpen, ({ files: [file] }) => (file?.kind === kind ? file : null));
