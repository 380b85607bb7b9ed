import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type Failure, failure, type RunState } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { type OutFile, openOutFile, writtenToStdout } from './out-file.ts';
import type { Terminal } from './terminal.ts';

/** Where `--out` writes a response: its text, or the files it contains. */
export interface ResponseFiles {
  readonly isOpen: boolean;
  /** Why a complete response is not in its file: the name was taken, or there was nothing to save. */
  readonly failure: Failure | null;
  /** Returns true when the text was written to the file. */
  writeText(text: string): Promise<boolean>;
  /** Copies a stored file to the requested name; further ones to the same name with a number. */
  save(ref: FileRef): Promise<{ savedAs?: string }>;
  /**
   * Gives the files their names if the response is complete. Does not reject.
   *
   * @param lacking why the response contains nothing to save, if that is known, as a sentence.
   */
  end(state: RunState, lacking?: string | null): Promise<FilesEnd>;
}

/** The messages about the files of a response, one sentence each. */
export interface FilesEnd {
  saved: string[];
  problems: string[];
}

/** Without `--out`: nothing is written. */
export const noFiles: ResponseFiles = {
  isOpen: false,
  failure: null,
  writeText: async () => false,
  save: async () => ({}),
  end: async () => ({ saved: [], problems: [] }),
};

/**
 * Without `--out`, for a text response: a file in it is saved under its own name, by default in the working directory.
 */
export function besideResponseFiles(read: (ref: FileRef) => AsyncIterable<Uint8Array>, dir = ''): ResponseFiles {
  const used: OutFile[] = [];
  return {
    ...noFiles,
    async save(ref) {
      const file = await openNumbered({ ...path.parse(ref.name), dir }, 1, false);
      used.push(file);
      for await (const bytes of read(ref)) await file.write(bytes);
      return { savedAs: file.path };
    },
    async end() {
      const end: FilesEnd = { saved: [], problems: [] };
      for (const file of used.splice(0)) await settle(file, true, end);
      return end;
    },
  };
}

/** Opens the name with the first free number, starting at `number`; 1 is the name itself. */
export async function openNumbered(
  { dir, name, ext }: Pick<path.ParsedPath, 'dir' | 'name' | 'ext'>,
  number: number,
  force: boolean,
): Promise<OutFile> {
  const numbered = path.join(dir, `${name}${number > 1 ? `-${number}` : ''}${ext}`);
  const isFree = !(await lstat(numbered).catch(() => null)) && !(await lstat(`${numbered}.part`).catch(() => null));
  return force || isFree ? openOutFile(numbered, force) : openNumbered({ dir, name, ext }, number + 1, force);
}

/** Returns why a complete file could not be given its name. */
async function settle(file: OutFile, isWhole: boolean, { saved, problems }: FilesEnd): Promise<Failure | null> {
  try {
    if (isWhole) {
      await file.finish();
      saved.push(`${file.saved}.`);
    } else if (await file.leave()) problems.push(`What arrived is in ${file.partPath}.`);
    return null;
  } catch (thrown) {
    const found = AppError.from(thrown);
    problems.push(found.message);
    return found;
  }
}

/** Returns whether a name is for an image: text beside it is written elsewhere. */
const isImageName = (out: string): boolean => /\.(?:png|jpe?g|webp|gif|svg|avif)$/i.test(out);

/**
 * For `--out -`, and without `--out` for a pipe: writes the first file of a response without text there, byte for byte.
 */
export function pipeResponseFiles(
  terminal: Terminal,
  read: (ref: FileRef) => AsyncIterable<Uint8Array>,
): ResponseFiles {
  let isTaken = false;
  const saved: string[] = [];
  return {
    ...noFiles,
    async writeText() {
      isTaken = true;
      return false;
    },
    async save(ref) {
      if (isTaken) return {};
      isTaken = true;
      for await (const bytes of read(ref)) await terminal.bytes(bytes);
      if (!terminal.closed.aborted) saved.push(`${writtenToStdout}.`);
      return { savedAs: ref.name };
    },
    end: async () => ({ saved, problems: [] }),
  };
}

/**
 * Opens the files of `--out`.
 *
 * @param read yields the bytes of a stored file.
 * @throws UsageError when the file cannot be created, before anything is sent.
 */
export async function openResponseFiles(
  out: string,
  force: boolean,
  read: (ref: FileRef) => AsyncIterable<Uint8Array>,
): Promise<ResponseFiles> {
  const first = await openOutFile(out, force);
  const used = new Set<OutFile>();
  let found: Failure | null = null;

  const renamed: string[] = [];

  /** What the named file contains: the text, or the first file. */
  let holds: 'text' | 'file' | null = null;

  const nextFile = async (ref: FileRef): Promise<OutFile | null> => {
    if (holds === null) {
      holds = 'file';
      return first;
    }
    if (first.isStream) return null;
    const { dir, name, ext } = path.parse(out);
    // Beside a text, an image has its own extension.
    const place = { dir, name, ext: holds === 'text' ? path.extname(ref.name) : ext };
    return openNumbered(place, used.size + 1, force);
  };

  return {
    isOpen: true,
    get failure() {
      return found;
    },
    async writeText(text) {
      if (holds === 'file' || (holds === null && isImageName(out))) return false;
      holds = 'text';
      used.add(first);
      await first.write(text);
      return true;
    },
    async save(ref) {
      const file = await nextFile(ref);
      if (file === null) return {};
      used.add(file);
      for await (const bytes of read(ref)) await file.write(bytes);
      const asked = file.path;
      const right = file.isStream ? null : rightExtension(asked, ref);
      if (right !== null) {
        const isNamed = await file.rename(right);
        renamed.push(`The response is ${ref.type}, not what ${asked} says${isNamed ? `: its name is ${right}` : ''}.`);
      }
      return { savedAs: file.path };
    },
    async end(state, lacking = null) {
      const isWhole = state === 'done' || state === 'done-with-warnings';
      const end: FilesEnd = { saved: [], problems: [...renamed] };
      for (const file of new Set([first, ...used]))
        found = (await settle(file, isWhole && used.has(file), end)) ?? found;
      if (isWhole && used.size === 0) {
        found = failure('storage', `${out} was not written: ${lacking ?? 'the reply contained nothing to save.'}`, {
          effect: 'not-saved',
        });
        end.problems.push(found.message);
      }
      return end;
    },
  };
}

/** Extensions of media, those of one format together; the first names it. */
const formats: readonly (readonly string[])[] = [
  ['png'],
  ['jpg', 'jpeg'],
  ['webp'],
  ['gif'],
  ['svg'],
  ['avif'],
  ['bmp'],
  ['mp3'],
  ['wav'],
  ['flac'],
  ['ogg', 'oga', 'opus'],
  ['aac'],
  ['m4a', 'mp4'],
  ['weba', 'webm'],
  ['pcm', 'raw'],
  ['mov'],
];

const formatOf = (name: string) => {
  const extension = path.extname(name).slice(1).toLowerCase();
  return formats.find((extensions) => extensions.includes(extension));
};

/**
 * Returns the name with the extension of what the file contains; `null` when it has it, or names no format of media.
 *
 * @param ref its name has the extension that its bytes have.
 */
export function rightExtension(name: string, ref: Pick<FileRef, 'name'>): string | null {
  const [asked, found] = [formatOf(name), formatOf(ref.name)];
  if (!asked || !found || asked === found) return null;
  return `${name.slice(0, -path.extname(name).length)}.${found[0]}`;
}
