import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Where the turns of a conversation on a terminal come from. */
export interface ChatPrompt {
  /** The next turn, or `null` after Ctrl-D or Ctrl-C. What was entered during a reply is the next one. */
  ask(): Promise<string | null>;
  close(): void;
}

export interface ChatPromptParts {
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
  /** Ctrl-C while nobody is asked: it belongs to the reply that is arriving. */
  onInterrupt(): void;
}

/** The lines of a paste arrive closer together than anybody types; after this pause a turn is complete. */
const pauseMs = 20;

/** Terminals that know it mark what is pasted; see "bracketed paste mode" of xterm. */
const pasteMarks = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

/**
 * A prompt for a whole conversation. Lines that are pasted together are one turn. Where the terminal marks a paste, and
 * where its last line has no end, Enter sends it.
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
    // However the process ends, short of being killed.
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

/** The output of the line editor. What is typed during a reply is not drawn into it. */
function createEcho(stderr: NodeJS.WriteStream) {
  let isShown = false;
  const stream = new Writable({
    decodeStrings: false,
    write(piece, _encoding, done) {
      if (isShown) stderr.write(piece);
      done();
    },
  });
  // Without a width the editor counts no rows, so its next prompt does not climb into the reply.
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
