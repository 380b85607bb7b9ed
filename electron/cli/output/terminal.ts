import { once } from 'node:events';
import { cleanLine, createTerminalText } from './terminal-text.ts';

type Output = NodeJS.WriteStream;

/** Where a command speaks: data on stdout, talk on stderr. */
export interface Terminal {
  readonly isDataTerminal: boolean;
  readonly isTalkTerminal: boolean;
  /**
   * Data, in pieces. Made harmless when a terminal shows it, and left byte for byte when it goes elsewhere. Resolves
   * when the reader keeps up, so that a slow reader slows the gateway.
   */
  data(piece: string): Promise<void>;
  /** Data that is no text, as it is. Resolves like `data`. Not for a screen. */
  bytes(piece: Uint8Array): Promise<void>;
  /** Ends the data of one answer. What follows text begins on a line of its own, on a terminal and in a file. */
  endData(): Promise<void>;
  /** One line of talk, also when the words of a gateway in it have several: nothing of them looks like a line of ours. */
  talk(line: string): void;
  /** Talk that is of use to a reader alone; nothing with `--quiet`. */
  note(line: string): void;
  /** Talk in pieces, such as a model's reasoning; dimmed where there are colours, and nothing with `--quiet`. */
  aside(piece: string): void;
  endAside(): void;
  /** How far it is, on a line that the next words take; nothing where no person looks. */
  status(text: string): void;
  /** Fires when nobody reads the data any more. */
  readonly closed: AbortSignal;
}

export interface TerminalParts {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Data as it came, also for a terminal. */
  raw?: boolean;
  /** Warnings and failures are all that is said beside the data. */
  quiet?: boolean;
}

export function createTerminal({ stdout, stderr, env, raw = false, quiet = false }: TerminalParts): Terminal {
  const isDataTerminal = Boolean(stdout.isTTY);
  const isTalkTerminal = Boolean(stderr.isTTY);
  const hasColour = isTalkTerminal && !env.NO_COLOR;
  const dim = (text: string) => (text && hasColour ? `\x1b[2m${text}\x1b[22m` : text);
  const cleaner = isDataTerminal && !raw ? createTerminalText() : null;
  const asideCleaner = createTerminalText();
  const closing = new AbortController();
  let isAtLineStart = true;
  let isInAside = false;
  let hasStatus = false;

  stdout.on('error', () => closing.abort());
  stderr.on('error', () => {});

  const clearStatus = () => {
    if (hasStatus) stderr.write('\r\x1b[K');
    hasStatus = false;
  };
  const write = async (piece: string | Uint8Array) => {
    if (piece.length === 0 || closing.signal.aborted) return;
    clearStatus();
    isAtLineStart = typeof piece !== 'string' || piece.endsWith('\n');
    if (!stdout.write(piece)) await once(stdout, 'drain', { signal: closing.signal }).catch(() => {});
  };
  const endAside = () => {
    if (!isInAside) return;
    isInAside = false;
    stderr.write(`${dim(asideCleaner.end())}\n`);
  };
  const talk = (line: string) => {
    endAside();
    clearStatus();
    stderr.write(`${cleanLine(line)}\n`);
  };

  return {
    isDataTerminal,
    isTalkTerminal,
    closed: closing.signal,
    async data(piece) {
      endAside();
      await write(cleaner ? cleaner.clean(piece) : piece);
    },
    async bytes(piece) {
      endAside();
      await write(piece);
    },
    async endData() {
      if (cleaner) await write(cleaner.end());
      if (!isAtLineStart) await write('\n');
    },
    talk,
    note(line) {
      if (!quiet) talk(line);
    },
    aside(piece) {
      if (quiet) return;
      clearStatus();
      isInAside = true;
      stderr.write(dim(asideCleaner.clean(piece)));
    },
    endAside,
    status(text) {
      // In the middle of a line of data it would be drawn over that.
      if (quiet || !isTalkTerminal || isInAside || (isDataTerminal && !isAtLineStart)) return;
      const fitting = cleanLine(text).slice(0, (stderr.columns || 80) - 1);
      stderr.write(`\r${dim(fitting)}\x1b[K`);
      hasStatus = true;
    },
  };
}
