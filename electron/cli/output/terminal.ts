import type { JsonLine } from '../json-lines/index.ts';
import { createMarkdownText } from './markdown-text.ts';
import { tableOf } from './table.ts';
import { cleanLine, createTerminalText } from './terminal-text.ts';
import { createWordWrap } from './word-wrap.ts';

type Output = NodeJS.WriteStream;

/** The output of a command: data on stdout, messages on stderr. */
export interface Terminal {
  readonly isDataTerminal: boolean;
  readonly isStderrTerminal: boolean;
  /**
   * Writes a chunk of data. Made harmless when a terminal shows it, unchanged byte for byte otherwise. Resolves when
   * the reader keeps up, so that a slow reader slows the gateway.
   */
  data(chunk: string): Promise<void>;
  /** Writes rows with aligned columns; a terminal that is too narrow shows the wide ones cut, a pipe gets all. */
  table(rows: readonly (readonly string[])[]): Promise<void>;
  /** `data` of a reply in Markdown: a terminal shows it broken between words, and rendered if it has colors. */
  markdown(chunk: string): Promise<void>;
  /** Writes binary data unchanged. Resolves like `data`. Not for a terminal. */
  bytes(chunk: Uint8Array): Promise<void>;
  /** Ends the data of one response. Text that follows starts on its own line, on a terminal and in a file. */
  endData(): Promise<void>;
  /**
   * Writes one line of messages, even if a gateway's text in it has several: none of them can look like a line of ours.
   * The tone colors its first words.
   */
  message(line: string, tone?: Tone): void;
  /** Writes a message that is useful only to a user; nothing with `--quiet`. */
  note(line: string, tone?: Tone): void;
  /**
   * Writes a chunk of secondary text, such as a model's reasoning; dimmed where there are colors, and nothing with
   * `--quiet`.
   */
  dimmed(chunk: string): void;
  endDimmed(): void;
  /** Shows the progress on a line that the next output replaces; nothing if stderr is not a terminal. */
  status(text: string): void;
  /** Fires when the reader has closed the data output, or it cannot be written anymore. */
  readonly closed: AbortSignal;
}

/** How a message is colored where there are colors. */
export type Tone = 'good' | 'warn' | 'bad';

const toneCodes: Readonly<Record<Tone, number>> = { good: 32, warn: 33, bad: 31 };

/** What a tone colors: the words before the first punctuation or gap. */
const firstWords = /^.+?(?=[:,]| ·| {2}|$)/;

export interface TerminalParts {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Writes data unchanged, even on a terminal. */
  raw?: boolean;
  /** Only warnings and failures are written besides the data. */
  quiet?: boolean;
}

export function createTerminal({ stdout, stderr, env, raw = false, quiet = false }: TerminalParts): Terminal {
  const isDataTerminal = Boolean(stdout.isTTY);
  const isStderrTerminal = Boolean(stderr.isTTY);
  const hasColors = !env.NO_COLOR && (env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : isStderrTerminal);
  const dim = (text: string) => (text && hasColors ? `\x1b[2m${text}\x1b[22m` : text);
  const cleaner = isDataTerminal && !raw ? createTerminalText() : null;
  const markdown = cleaner && hasColors ? createMarkdownText() : null;
  const wrap = cleaner ? createWordWrap(() => stdout.columns || undefined) : null;
  const dimmedCleaner = createTerminalText();
  const closing = new AbortController();
  let isAtLineStart = true;
  let isInDimmed = false;
  let hasStatus = false;

  stdout.on('error', () => closing.abort());
  stderr.on('error', () => {});

  const clearStatus = () => {
    if (hasStatus) stderr.write('\r\x1b[K');
    hasStatus = false;
  };
  const write = async (chunk: string | Uint8Array) => {
    if (chunk.length === 0 || closing.signal.aborted) return;
    clearStatus();
    isAtLineStart = typeof chunk !== 'string' || chunk.endsWith('\n');
    // A chunk that cannot be written is reported by the end of the program.
    await new Promise<void>((resolve) => stdout.write(chunk, () => resolve()));
  };
  const endDimmed = () => {
    if (!isInDimmed) return;
    isInDimmed = false;
    stderr.write(`${dim(dimmedCleaner.end())}\n`);
  };
  const message = (line: string, tone?: Tone) => {
    endDimmed();
    clearStatus();
    const clean = cleanLine(line);
    const shown = tone && hasColors ? clean.replace(firstWords, `\x1b[${toneCodes[tone]}m$&\x1b[39m`) : clean;
    stderr.write(`${shown}\n`);
  };

  const data = async (chunk: string) => {
    endDimmed();
    if (wrap) await write(wrap.end());
    await write(cleaner ? cleaner.clean(chunk) : chunk);
  };

  return {
    isDataTerminal,
    isStderrTerminal,
    closed: closing.signal,
    data,
    table: (rows) => data(tableOf(rows, isDataTerminal && !raw ? stdout.columns || undefined : undefined)),
    async markdown(chunk) {
      endDimmed();
      const clean = cleaner ? cleaner.clean(chunk) : chunk;
      const rendered = markdown ? markdown.add(clean) : clean;
      await write(wrap ? wrap.add(rendered) : rendered);
    },
    async bytes(chunk) {
      endDimmed();
      await write(chunk);
    },
    async endData() {
      const rest = cleaner?.end() ?? '';
      const rendered = markdown ? markdown.add(rest) + markdown.end() : rest;
      await write(wrap ? wrap.add(rendered) + wrap.end() : rendered);
      if (!isAtLineStart) await write('\n');
    },
    message,
    note(line, tone) {
      if (!quiet) message(line, tone);
    },
    dimmed(chunk) {
      if (quiet) return;
      clearStatus();
      isInDimmed = true;
      stderr.write(dim(dimmedCleaner.clean(chunk)));
    },
    endDimmed,
    status(text) {
      // In the middle of a line of data it would overwrite that line.
      if (quiet || !isStderrTerminal || isInDimmed || (isDataTerminal && !isAtLineStart)) return;
      const fitting = cleanLine(text).slice(0, (stderr.columns || 80) - 1);
      stderr.write(`\r${dim(fitting)}\x1b[K`);
      hasStatus = true;
    },
  };
}

/** Readers of lines, such as Node's, also end a line at these characters. */
const lineSeparators = /[\u2028\u2029\u0085]/g;

/** Returns a value as JSON on one line, whatever a reader takes for the end of a line. */
export const oneLineJson = (value: unknown): string =>
  JSON.stringify(value).replace(lineSeparators, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a line of `--json` as it is written. */
export const jsonText = (line: JsonLine): string => `${oneLineJson(line)}\n`;

export const printLine = (terminal: Terminal, line: JsonLine): Promise<void> => terminal.data(jsonText(line));

/** Prints a warning on stderr, or as a line of `--json`. */
export async function printWarning(
  terminal: Terminal,
  isJson: boolean,
  code: Extract<JsonLine, { type: 'warning' }>['code'],
  message: string,
  tone?: Tone,
): Promise<void> {
  if (isJson) await printLine(terminal, { type: 'warning', code, message });
  else terminal.message(message, tone);
}
