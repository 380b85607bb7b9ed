import { unseenInTerminal } from '#shared/unseen.ts';

/**
 * C0 controls have symbols of their own; other characters that control a terminal or are invisible in text are shown by
 * their number.
 */
const image = (code: number): string => {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨${code.toString(16)}⟩`;
};

/**
 * Makes text from outside harmless for a terminal: no color, no title, no clipboard, no link, no cursor movement. Every
 * such character is shown instead of executed. The only control left is the line feed; a tab becomes spaces.
 */
export function createTerminalText() {
  let held = '';
  const show = (text: string) =>
    text
      .replaceAll('\r\n', '\n')
      .replaceAll('\t', '    ')
      .replace(unseenInTerminal, (char) => image(char.codePointAt(0) as number));
  return {
    /**
     * Returns text that is safe for a terminal. An incomplete character or line break at the end waits for the next
     * chunk.
     */
    clean(chunk: string): string {
      const text = held + chunk;
      held = /[\r\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
      return show(held ? text.slice(0, -1) : text);
    },
    /** Returns what was still waiting. */
    end(): string {
      const rest = show(held);
      held = '';
      return rest;
    },
  };
}

/** Does the same for a complete text, on one line. */
export const cleanLine = (text: string): string => {
  const cleaner = createTerminalText();
  return (cleaner.clean(text) + cleaner.end()).replaceAll('\n', '␊');
};
