import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type OpenableKind, openableBytes, openableKind } from '#shared/contract/openable.ts';
import { AppError } from '#shared/routes/failure.ts';
import { failureInWords } from './failures.ts';
import { formatBytes } from './format.ts';
import { goTo } from './open-panel.ts';
import { strings } from './strings.ts';

/** A file that the user opened with Patchbay or dropped on the window. Nothing of it is taken over before a yes. */
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
  // A connection to the core that is opened anew offers again what was not read.
  if (filesToOpen.getState().files.some(({ id }) => id === file.id)) return;
  filesToOpen.setState(({ files }) => ({ files: [...files, file] }));
  if (filesToOpen.getState().files.length === 1) goTo(homes[file.kind]);
}

/** The file that is shown is closed; the next one opens. */
export function closeFileToOpen(): void {
  filesToOpen.setState(({ files }) => ({ files: files.slice(1) }));
  const [next] = filesToOpen.getState().files;
  if (next) goTo(homes[next.kind]);
}

/** The file that a panel shows now, or `null`. */
export const useFileToOpen = (kind: OpenableKind): FileToOpen | null =>
  useStore(filesToOpen, ({ files: [file] }) => (file?.kind === kind ? file : null));

/** A dropped or selected file as one to open, or `null` for one of another kind. */
export function fileToOpen(file: File): FileToOpen | null {
  const kind = openableKind(file.name);
  return kind && { id: crypto.randomUUID(), name: file.name, kind, read: () => readText(file, openableBytes[kind]) };
}

async function readText(file: File, mostBytes: number): Promise<string> {
  const words = strings().pieces.files;
  if (file.size > mostBytes)
    throw new AppError(
      failureInWords('too-large', words.tooLargeToOpen(file.name, formatBytes(file.size), formatBytes(mostBytes))),
    );
  const bytes = await file.arrayBuffer().catch(() => {
    throw new AppError(failureInWords('storage', words.unreadable(file.name)));
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(failureInWords('bad-input', words.notText(file.name)));
  }
}
