import path from 'node:path';
import type { RunState } from '#shared/routes/failure.ts';
import type { FileRef } from '#shared/routes/part.ts';
import { type OutFile, openOutFile } from './out-file.ts';

/** Where `--out` puts an answer: its text, or the files it brings. */
export interface AnswerFiles {
  readonly isOpen: boolean;
  /** True when the text went into the file. */
  writeText(text: string): Promise<boolean>;
  /** Copies a stored file to the name that was asked for; a second one to the same name with a number. */
  save(ref: FileRef): Promise<{ savedAs?: string }>;
  /** Gives the files their names if the answer is whole; what there is to say about them. */
  end(state: RunState): Promise<string[]>;
}

/** Without `--out`: nothing is written. */
export const noFiles: AnswerFiles = {
  isOpen: false,
  writeText: async () => false,
  save: async () => ({}),
  end: async () => [],
};

/**
 * @param read gives the bytes of a stored file.
 * @throws UsageError when the file can not be made, before anything is sent.
 */
export async function openAnswerFiles(
  out: string,
  force: boolean,
  read: (ref: FileRef) => AsyncIterable<Uint8Array>,
): Promise<AnswerFiles> {
  const first = await openOutFile(out, force);
  const saved: OutFile[] = [];
  let hasText = false;

  const nextFile = async (): Promise<OutFile> => {
    if (saved.length === 0 && !hasText) return first;
    const { dir, name, ext } = path.parse(out);
    return openOutFile(path.join(dir, `${name}-${saved.length + 1}${ext}`), force);
  };

  return {
    isOpen: true,
    async writeText(text) {
      hasText = true;
      await first.write(text);
      return true;
    },
    async save(ref) {
      const file = await nextFile();
      saved.push(file);
      for await (const bytes of read(ref)) await file.write(bytes);
      return { savedAs: file.path };
    },
    async end(state) {
      const isWhole = state === 'done' || state === 'done-with-warnings';
      const files = new Set([first, ...saved]);
      if (isWhole && (hasText || saved.length > 0)) {
        for (const file of files) await file.finish();
        return hasText ? [`Saved ${first.path}.`] : [];
      }
      const left: string[] = [];
      for (const file of files) if (await file.leave()) left.push(`What had arrived is in ${file.partPath}.`);
      return left;
    },
  };
}
