import type { Terminal } from '../output/terminal.ts';

/** What every command gets besides its arguments. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Folder of the program: holds `package.json` and `dist`. */
  root: string;
  stdin: NodeJS.ReadStream;
  /** Where a person is asked. */
  stderr: NodeJS.WriteStream;
  openTerminal(options?: { raw?: boolean | undefined; quiet?: boolean | undefined }): Terminal;
}

/**
 * A command. It gives the exit status; a `UsageError` or `AppError` that it throws is told by the program.
 */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number>;
