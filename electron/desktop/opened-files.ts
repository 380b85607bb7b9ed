import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WebContents } from 'electron';
import type { OpenedFile } from '#shared/contract/host.ts';
import { openableBytes, openableKind } from '#shared/contract/openable.ts';
import { formatSize } from '#shared/format.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { wakeableStream } from '#shared/wakeable-stream.ts';
import { withRegularFile } from './page/open-regular-file.ts';

/** Files that the user opened with Patchbay, waiting for a page to read them. */
export interface OpenedFiles {
  /**
   * Takes the files named by command line arguments, or by an event of the system: files that exist and whose
   * extension Patchbay opens. Everything else is ignored.
   *
   * @param folder working directory of the command.
   */
  take(words: readonly string[], folder: string): void;
  /** Yields the files for one page from now on, waiting ones first, until the signal fires. */
  listen(page: WebContents, signal: AbortSignal): AsyncIterable<OpenedFile>;
  /**
   * Returns the text of a file, once.
   *
   * @throws AppError `too-large`, `bad-input` for a link, a folder or anything but text, `storage`, or
   * `not-found-here`.
   */
  read(id: string): Promise<string>;
  /** Sets how to find the focused page, which gets the next file; until then files wait. */
  followFront(front: () => WebContents | null): void;
  /** Returns the absolute paths of unread files. */
  unread(): string[];
}

interface Unread {
  file: OpenedFile;
  filePath: string;
  /** The page the file was given to. */
  page: WebContents | null;
}

export function createOpenedFiles(): OpenedFiles {
  let front: () => WebContents | null = () => null;
  const unread = new Map<string, Unread>();
  /** Each callback wakes the stream of its page. */
  const listeners = new Map<WebContents, () => void>();

  /** A file that a closed or reloaded page never read goes to the next page that listens. */
  const nextFor = (page: WebContents, given: ReadonlySet<string>): Unread | undefined =>
    unread
      .values()
      .find((one) => !given.has(one.file.id) && (one.page === page || !one.page || !listeners.has(one.page)));

  return {
    take(words, folder) {
      for (const word of words) {
        const filePath = pathOf(word, folder);
        const kind = filePath && openableKind(filePath);
        const facts = kind ? lstatSync(filePath, { throwIfNoEntry: false }) : null;
        // A link is reported to the user when it is read.
        if (!filePath || !kind || !(facts?.isFile() || facts?.isSymbolicLink())) continue;
        const id = randomUUID();
        const page = front();
        const wake = page && listeners.get(page);
        unread.set(id, { file: { id, name: path.basename(filePath), kind }, filePath, page: wake ? page : null });
        wake?.();
      }
    },
    listen(page, signal) {
      const given = new Set<string>();
      const take = () => {
        const next = nextFor(page, given);
        if (!next) return undefined;
        next.page = page;
        given.add(next.file.id);
        return next.file;
      };
      return wakeableStream(signal, take, (wake) => {
        listeners.set(page, wake);
        return () => listeners.get(page) === wake && listeners.delete(page);
      });
    },
    async read(id) {
      const filePath = unread.get(id)?.filePath;
      const kind = filePath && openableKind(filePath);
      if (!filePath || !kind) throw new AppError(gone);
      unread.delete(id);
      return readText(filePath, openableBytes[kind]);
    },
    followFront(next) {
      front = next;
    },
    unread: () => [...unread.values()].map(({ filePath }) => filePath),
  };
}

/**
 * Returns the path of the file that a command line argument names, or `null` for any other argument: a switch, an
 * address, another extension.
 */
export function pathOf(word: string, folder: string): string | null {
  if (word.startsWith('-')) return null;
  const filePath = word.includes('://') ? pathOfAddress(word) : path.resolve(folder, word);
  return filePath !== null && openableKind(filePath) ? filePath : null;
}

/** Returns the command line arguments that name no file. */
export const withoutFiles = (words: readonly string[]): string[] => words.filter((word) => pathOf(word, '/') === null);

/** Linux file managers name a local file by its URL. */
function pathOfAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'file:' || url.host !== '') return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

const readText = (filePath: string, mostBytes: number): Promise<string> =>
  withRegularFile(filePath, async (handle, { size }) => {
    const name = path.basename(filePath);
    if (size > mostBytes) throw new AppError(tooLarge(name, size, mostBytes));
    const bytes = await handle.readFile();
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new AppError(notText(name));
    }
  });

const gone = failure('not-found-here', 'This file is no longer open.', { hint: 'Open it again.' });

const tooLarge = (name: string, size: number, mostBytes: number): Failure =>
  failure('too-large', `${name} is ${formatSize(size)}. The limit for such files is ${formatSize(mostBytes)}.`, {
    hint: 'Open a smaller file.',
  });

const notText = (name: string): Failure =>
  failure('bad-input', `${name} is damaged, or isn't a text file.`, {
    effect: 'unchanged',
    hint: 'Get the file again.',
  });

/** Returns the folder that the program was started in; the root where that one was deleted. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return path.parse(process.execPath).root;
  }
}
