import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { historyLimit, type PromptHistory } from './prompt-history.ts';

/** Reads the turns of a conversation on a terminal. */
export interface ChatPrompt {
  /**
   * Returns the next turn, or `null` after Ctrl-D or Ctrl-C on an empty prompt. A line entered during a reply becomes
   * the next turn.
   *
   * @param draft text to edit and send; not used if something was already typed.
   */
  ask(draft?: string): Promise<string | null>;
  close(): void;
}

export interface ChatPromptParts {
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
  /** Called for Ctrl-C outside the prompt: it cancels the reply that is arriving. */
  onInterrupt(): void;
  /** What Up recalls. */
  history: PromptHistory;
}

/** Stands for a line break in a turn that is recalled or edited: the line editor has one line. */
const lineBreakSign = '⏎';
const onOneLine = (text: string) => text.replace(/\r\n?|\n/g, lineBreakSign);
const inLines = (line: string) => line.replaceAll(lineBreakSign, '\n');

/** The lines of a paste arrive faster than anyone types; after this pause a turn is complete. */
const pauseMs = 20;

/** Terminals that support it mark pasted text; see "bracketed paste mode" of xterm. */
const pasteMarks = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

/**
 * Creates a prompt for a whole conversation. Lines pasted together are one turn. If the terminal marks a paste, or its
 * last line has no line break, Enter sends it. A turn goes on after Alt-Enter, after a backslash at the end of a line,
 * and up to the closing one of two `"""`.
 */
export function createChatPrompt({ stdin, stderr, onInterrupt, history }: ChatPromptParts): ChatPrompt {
  const echo = createEcho(stderr);
  let recalled = history.turns.map(onOneLine);
  const reader = createInterface({
    input: stdin,
    output: echo.stream,
    terminal: true,
    crlfDelay: Infinity,
    history: recalled,
    historySize: historyLimit,
  });
  const turns: string[] = [];
  let lines: string[] = [];
  let isPasting = false;
  let isContinued = false;
  let isOver = false;
  let pause: NodeJS.Timeout | undefined;
  let answerAsk: ((turn: string | null) => void) | null = null;

  const deliver = () => {
    if (!answerAsk || (turns.length === 0 && !isOver)) return;
    echo.mute();
    answerAsk(turns.shift() ?? null);
    answerAsk = null;
  };
  const remember = (turn: string) => {
    if (turn.trim() === '') return;
    if (recalled[0] !== onOneLine(turn)) recalled.unshift(onOneLine(turn));
    history.add(turn);
  };
  const askForMore = () => {
    if (!answerAsk) return;
    reader.setPrompt('… ');
    reader.prompt(true);
  };
  const endTurn = () => {
    if (lines.length > 0) {
      const turn = completeTurn(lines);
      if (turn === null && !isOver) return askForMore();
      turns.push(turn ?? lines.join('\n'));
      remember(lines.join('\n').trimEnd());
    }
    lines = [];
    deliver();
  };
  const end = () => {
    clearTimeout(pause);
    isOver = true;
    endTurn();
  };
  const onPasteMark = (_text: unknown, { name }: Key) => {
    if (name !== 'paste-start' && name !== 'paste-end') return;
    isPasting = name === 'paste-start';
    clearTimeout(pause);
    if (!isPasting && lines.length > 0) askForMore();
  };
  const onKey = (text: unknown, key: Key) => {
    onPasteMark(text, key);
    if (!key.meta || (key.name !== 'return' && key.name !== 'enter')) return;
    isContinued = true;
    reader.write(null, { name: 'return' });
  };
  reader.on('history', (entries) => {
    recalled = entries;
  });
  reader.on('line', (line) => {
    // Recorded as a whole turn instead.
    if (recalled[0] === line) recalled.shift();
    lines.push(inLines(line));
    clearTimeout(pause);
    if (isContinued) askForMore();
    else if (!isPasting) pause = setTimeout(() => reader.line === '' && endTurn(), pauseMs);
    isContinued = false;
  });
  reader.on('SIGINT', () => {
    if (!answerAsk) return onInterrupt();
    const unsent = [...lines, inLines(reader.line)].join('\n');
    clearTimeout(pause);
    lines = [];
    if (stderr.isTTY) stderr.write('\n');
    if (unsent.trim() === '') return end();
    remember(unsent);
    reader.write(null, { ctrl: true, name: 'e' });
    reader.write(null, { ctrl: true, name: 'u' });
    reader.setPrompt('> ');
    reader.prompt();
  });
  reader.on('close', end);
  stdin.on('keypress', onKey);
  const onResize = () => echo.stream.emit('resize');
  stderr.on('resize', onResize);

  const unmark = () => stderr.write(pasteMarks.off);
  if (stderr.isTTY) {
    stderr.write(pasteMarks.on);
    // Runs however the process ends, short of being killed.
    process.once('exit', unmark);
  }

  return {
    ask(draft = '') {
      const entered = turns.shift();
      if (entered !== undefined) {
        stderr.write(`> ${entered}\n`);
        return Promise.resolve(entered);
      }
      if (isOver) return Promise.resolve(null);
      echo.show();
      reader.setPrompt(lines.length > 0 ? '… ' : '> ');
      reader.prompt(true);
      if (draft !== '' && reader.line === '' && lines.length === 0) reader.write(onOneLine(draft));
      return new Promise((resolve) => {
        answerAsk = resolve;
      });
    },
    close() {
      stdin.off('keypress', onKey);
      stderr.off('resize', onResize);
      reader.close();
      if (stderr.isTTY) unmark();
      process.off('exit', unmark);
    },
  };
}

interface Key {
  name?: string | undefined;
  meta?: boolean | undefined;
}

/** Returns the text of a turn; `null` while it continues on the next line, which its last backslash requests. */
function completeTurn(lines: string[]): string | null {
  const text = lines.join('\n');
  if (text.trimStart().startsWith('"""')) {
    const [, block] = /^\s*"""\n?([\s\S]*?)\n?"""\s*$/.exec(text) ?? [];
    return block ?? null;
  }
  const last = lines.at(-1) ?? '';
  if (/(?<!\\)(?:\\\\)*\\$/.test(last)) {
    lines[lines.length - 1] = last.slice(0, -1);
    return null;
  }
  return text.replace(/(?<!\n)\n+$/, '');
}

/** Creates the output of the line editor. Text typed during a reply is not echoed into it. */
function createEcho(stderr: NodeJS.WriteStream) {
  let isShown = false;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      if (isShown) stderr.write(chunk);
      done();
    },
  });
  // Without a width the editor counts no rows, so its next prompt does not move up into the reply.
  Object.defineProperty(stream, 'columns', { get: () => (isShown ? stderr.columns : undefined) });
  return {
    stream,
    show: () => {
      isShown = true;
    },
    mute: () => {
      isShown = false;
    },
  };
}
