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
  /** Ends the data of one answer; on a terminal the cursor is then at the start of a line. */
  endData(): Promise<void>;
  /** One line of talk, also when the words of a gateway in it have several: nothing of them looks like a line of ours. */
  talk(line: string): void;
  /** Talk in pieces, such as a model's reasoning; dimmed where there are colours. */
  aside(piece: string): void;
  endAside(): void;
  /** Fires when nobody reads the data any more. */
  readonly closed: AbortSignal;
}

export interface TerminalParts {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Data as it came, also for a terminal. */
  raw?: boolean;
}

export function createTerminal({ stdout, stderr, env, raw = false }: TerminalParts): Terminal {
  const isDataTerminal = Boolean(stdout.isTTY);
  const isTalkTerminal = Boolean(stderr.isTTY);
  const hasColour = isTalkTerminal && !env.NO_COLOR;
  const dim = (text: string) => (text && hasColour ? `\x1b[2m${text}\x1b[22m` : text);
  const cleaner = isDataTerminal && !raw ? createTerminalText() : null;
  const asideCleaner = createTerminalText();
  const closing = new AbortController();
  let isAtLineStart = true;
  let isInAside = false;

  stdout.on('error', () => closing.abort());
  stderr.on('error', () => {});

  const write = async (text: string) => {
    if (!text || closing.signal.aborted) return;
    isAtLineStart = text.endsWith('\n');
    if (!stdout.write(text)) await once(stdout, 'drain', { signal: closing.signal }).catch(() => {});
  };
  const endAside = () => {
    if (!isInAside) return;
    isInAside = false;
    stderr.write(`${dim(asideCleaner.end())}\n`);
  };

  return {
    isDataTerminal,
    isTalkTerminal,
    closed: closing.signal,
    async data(piece) {
      endAside();
      await write(cleaner ? cleaner.clean(piece) : piece);
    },
    async endData() {
      if (cleaner) await write(cleaner.end());
      if (isDataTerminal && !isAtLineStart) await write('\n');
      isAtLineStart = true;
    },
    talk(line) {
      endAside();
      stderr.write(`${cleanLine(line)}\n`);
    },
    aside(piece) {
      isInAside = true;
      stderr.write(dim(asideCleaner.clean(piece)));
    },
    endAside,
  };
}
