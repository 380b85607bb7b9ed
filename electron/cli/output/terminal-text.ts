/** C0 controls have pictures of their own; what else acts on a terminal or hides in text is shown by its number. */
const image = (code: number): string => {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨${code.toString(16)}⟩`;
};

/**
 * Everything that acts on a terminal or hides in text: controls, directions, invisible and tag characters, lone
 * surrogates. The two joiners and the Arabic number signs stay, since emoji and scripts need them.
 */
const acting = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u08e2])\p{Cf}/gu;

export interface TerminalText {
  /** Text fit for a terminal. A last half of a character, or of a line end, waits for the next piece. */
  clean(piece: string): string;
  /** What still waited. */
  end(): string;
}

/**
 * Makes text from outside harmless for a terminal: no colour, no title, no clipboard, no link, no cursor movement. Every
 * such character is shown instead of obeyed. The only control left is the line feed; a tab becomes spaces.
 */
export function createTerminalText(): TerminalText {
  let held = '';
  const show = (text: string) =>
    text
      .replaceAll('\r\n', '\n')
      .replaceAll('\t', '    ')
      .replace(acting, (char) => image(char.codePointAt(0) as number));
  return {
    clean(piece) {
      const text = held + piece;
      held = /[\r\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
      return show(held ? text.slice(0, -1) : text);
    },
    end() {
      const rest = show(held);
      held = '';
      return rest;
    },
  };
}

/** The same for a text that is whole, on one line. */
export const cleanLine = (text: string): string => {
  const cleaner = createTerminalText();
  return (cleaner.clean(text) + cleaner.end()).replaceAll('\n', '␊');
};
