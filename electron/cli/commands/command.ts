import type { Terminal } from '../output/terminal.ts';

/** What every command gets besides its arguments. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Folder of the program: contains `package.json` and `dist`. */
  root: string;
  stdin: NodeJS.ReadStream;
  /** Where questions to the user are shown. */
  stderr: NodeJS.WriteStream;
  openTerminal(options?: { raw?: boolean | undefined; quiet?: boolean | undefined }): Terminal;
}

/** A command. It returns the exit status; a `UsageError` or `AppError` that it throws is reported by the program. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number>;
