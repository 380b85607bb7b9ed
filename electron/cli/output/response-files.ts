import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type RunState } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { type OutFile, openOutFile } from './out-file.ts';
import type { Terminal } from './terminal.ts';

/** Where `--out` puts an answer: its text, or the files it brings. */
export interface ResponseFiles {
  readonly isOpen: boolean;
  /** True when a whole answer could not be given its name, or brought nothing to save. */
  readonly hasFailed: boolean;
  /** True when the text went into the file. */
  writeText(text: string): Promise<boolean>;
  /** Copies a stored file to the name that was asked for; further ones to the same name with a number. */
  save(ref: FileRef): Promise<{ savedAs?: string }>;
  /** Gives the files their names if the answer is whole. Does not reject. */
  end(state: RunState): Promise<FilesEnd>;
}

/** What there is to say about the files of an answer, a sentence each. */
export interface FilesEnd {
  saved: string[];
  problems: string[];
}

/** Without `--out`: nothing is written. */
export const noFiles: ResponseFiles = {
  isOpen: false,
  hasFailed: false,
  writeText: async () => false,
  save: async () => ({}),
  end: async () => ({ saved: [], problems: [] }),
};

/** Without `--out`, for an answer in words: a file in it is saved under its own name, by default where the command runs. */
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
      const said: FilesEnd = { saved: [], problems: [] };
      for (const file of used.splice(0)) await settle(file, true, said);
      return said;
    },
  };
}

/** The name with the first number that is free from `number` on; 1 is the name itself. */
async function openNumbered(
  { dir, name, ext }: Pick<path.ParsedPath, 'dir' | 'name' | 'ext'>,
  number: number,
  force: boolean,
): Promise<OutFile> {
  const numbered = path.join(dir, `${name}${number > 1 ? `-${number}` : ''}${ext}`);
  const isFree = !(await lstat(numbered).catch(() => null)) && !(await lstat(`${numbered}.part`).catch(() => null));
  return force || isFree ? openOutFile(numbered, force) : openNumbered({ dir, name, ext }, number + 1, force);
}

/** False when a whole file could not be given its name. */
async function settle(file: OutFile, isWhole: boolean, { saved, problems }: FilesEnd): Promise<boolean> {
  try {
    if (isWhole) {
      await file.finish();
      saved.push(`Saved ${file.path}.`);
    } else if (await file.leave()) problems.push(`What had arrived is in ${file.partPath}.`);
    return true;
  } catch (thrown) {
    problems.push(AppError.from(thrown).message);
    return false;
  }
}

/** A name for an image: the words beside it belong elsewhere. */
const isImageName = (out: string): boolean => /\.(?:png|jpe?g|webp|gif)$/i.test(out);

/** For `--out -`, and without `--out` for a pipe: the first file of an answer that has no text goes there, byte for byte. */
export function pipeResponseFiles(
  terminal: Terminal,
  read: (ref: FileRef) => AsyncIterable<Uint8Array>,
): ResponseFiles {
  let isTaken = false;
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
      return { savedAs: 'on standard output' };
    },
  };
}

/**
 * @param read gives the bytes of a stored file.
 * @throws UsageError when the file can not be made, before anything is sent.
 */
export async function openResponseFiles(
  out: string,
  force: boolean,
  read: (ref: FileRef) => AsyncIterable<Uint8Array>,
): Promise<ResponseFiles> {
  const first = await openOutFile(out, force);
  const used = new Set<OutFile>();
  let hasFailed = false;

  /** What the named file holds: the text, or the first file. */
  let holds: 'text' | 'file' | null = null;

  const nextFile = async (ref: FileRef): Promise<OutFile> => {
    if (holds === null) {
      holds = 'file';
      return first;
    }
    const { dir, name, ext } = path.parse(out);
    // Beside a text, an image has an ending of its own.
    const place = { dir, name, ext: holds === 'text' ? path.extname(ref.name) : ext };
    return openNumbered(place, used.size + 1, force);
  };

  return {
    isOpen: true,
    get hasFailed() {
      return hasFailed;
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
      used.add(file);
      for await (const bytes of read(ref)) await file.write(bytes);
      return { savedAs: file.path };
    },
    async end(state) {
      const isWhole = state === 'done' || state === 'done-with-warnings';
      const said: FilesEnd = { saved: [], problems: [] };
      for (const file of new Set([first, ...used]))
        if (!(await settle(file, isWhole && used.has(file), said))) hasFailed = true;
      if (isWhole && used.size === 0) {
        hasFailed = true;
        said.problems.push(`${out} was not written: the reply contained nothing to save.`);
      }
      return said;
    },
  };
}
