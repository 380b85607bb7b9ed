import { createInterface } from 'node:readline/promises';

/** Where the next question comes from. */
export interface ChatPrompt {
  /** One line, or `null` at the end of the input or at Ctrl-C. */
  ask(): Promise<string | null>;
  close(): void;
}

export interface ChatPromptParts {
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
}

/** A prompt for a person, or the lines of a file or pipe. */
export function createChatPrompt({ stdin, stderr }: ChatPromptParts): ChatPrompt {
  if (!stdin.isTTY) {
    const lines = createInterface({ input: stdin });
    const iterator = lines[Symbol.asyncIterator]();
    return {
      ask: async () => (await iterator.next()).value ?? null,
      close: () => lines.close(),
    };
  }
  let history: string[] = [];
  return {
    async ask() {
      // One for each question: between them Ctrl-C belongs to the answer that is running.
      const line = createInterface({ input: stdin, output: stderr, history: [...history] });
      const ended = new AbortController();
      line.on('history', (fresh) => {
        history = fresh;
      });
      line.on('SIGINT', () => ended.abort());
      line.on('close', () => ended.abort());
      try {
        return await line.question('> ', { signal: ended.signal });
      } catch {
        stderr.write('\n');
        return null;
      } finally {
        line.close();
      }
    },
    close() {},
  };
}
