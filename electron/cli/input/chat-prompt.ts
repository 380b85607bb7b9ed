import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads the turns of a conversation on a terminal. */
export interface ChatPrompt {
  /** Returns the next turn, or `null` after Ctrl-D or Ctrl-C. A line entered during a reply becomes the next turn. */
  ask(): Promise<string | null>;
  close(): void;
}

export interface ChatPromptParts {
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
  /** Called for Ctrl-C outside the prompt: it cancels the reply that is arriving. */
  onInterrupt(): void;
}

/** The lines of a paste arrive faster than anyone types; after this pause a turn is complete. */
const pauseMs = 20;

/** Terminals that support it mark pasted text; see "bracketed paste mode" of xterm. */
const pasteMarks = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

/**
 * Creates a prompt for a whole conversation. Lines pasted together are one turn. If the terminal marks a paste, or its
 * last line has no line break, Enter sends it.
 */
export function createChatPrompt({ stdin, stderr, onInterrupt }: ChatPromptParts): ChatPrompt {
  const echo = createEcho(stderr);
  const reader = createInterface({ input: stdin, output: echo.stream, terminal: true, crlfDelay: Infinity });
  const turns: string[] = [];
  let lines: string[] = [];
  let isPasting = false;
  let isOver = false;
  let pause: NodeJS.Timeout | undefined;
  let answerAsk: ((turn: string | null) => void) | null = null;

  const deliver = () => {
    if (!answerAsk || (turns.length === 0 && !isOver)) return;
    echo.mute();
    answerAsk(turns.shift() ?? null);
    answerAsk = null;
  };
  const endTurn = () => {
    if (lines.length > 0) turns.push(lines.join('\n').replace(/(?<!\n)\n+$/, ''));
    lines = [];
    deliver();
  };
  const end = () => {
    clearTimeout(pause);
    isOver = true;
    endTurn();
  };
  const onPasteMark = (_text: unknown, { name }: { name?: string | undefined }) => {
    if (name !== 'paste-start' && name !== 'paste-end') return;
    isPasting = name === 'paste-start';
    clearTimeout(pause);
    if (isPasting || lines.length === 0 || !answerAsk) return;
    reader.setPrompt('… ');
    reader.prompt(true);
  };
  reader.on('line', (line) => {
    lines.push(line);
    clearTimeout(pause);
    if (!isPasting) pause = setTimeout(() => reader.line === '' && endTurn(), pauseMs);
  });
  reader.on('SIGINT', () => {
    if (!answerAsk) return onInterrupt();
    lines = [];
    if (stderr.isTTY) stderr.write('\n');
    end();
  });
  reader.on('close', end);
  stdin.on('keypress', onPasteMark);

  const unmark = () => stderr.write(pasteMarks.off);
  if (stderr.isTTY) {
    stderr.write(pasteMarks.on);
    // Runs however the process ends, short of being killed.
    process.once('exit', unmark);
  }

  return {
    ask() {
      const entered = turns.shift();
      if (entered !== undefined) {
        stderr.write(`> ${entered}\n`);
        return Promise.resolve(entered);
      }
      if (isOver) return Promise.resolve(null);
      echo.show();
      reader.setPrompt('> ');
      reader.prompt(true);
      return new Promise((resolve) => {
        answerAsk = resolve;
      });
    },
    close() {
      stdin.off('keypress', onPasteMark);
      reader.close();
      if (stderr.isTTY) unmark();
      process.off('exit', unmark);
    },
  };
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
