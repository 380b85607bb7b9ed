import { expect, test } from 'vitest';
import { cleanLine, createTerminalText } from '../../../../../electron/cli/output/terminal-text.ts';

const clean = (...pieces: string[]) => {
  const text = createTerminalText();
  return pieces.map((piece) => text.clean(piece)).join('') + text.end();
};

/** The only control character that may reach a terminal is the line feed. */
const acting = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d)\p{Cf}/u;

test.each([
  ['colour', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
  ['title', '\u001b]0;owned\u0007', '␛]0;owned␇'],
  ['clipboard', '\u001b]52;c;cm0gLXJm\u0007', '␛]52;c;cm0gLXJm␇'],
  ['link', '\u001b]8;;http://evil.test\u001b\\click\u001b]8;;\u001b\\', '␛]8;;http://evil.test␛\\click␛]8;;␛\\'],
  ['device control', '\u001bPq\u001b\\\u001b_x\u001b\\\u001b^y\u001b\\', '␛Pq␛\\␛_x␛\\␛^y␛\\'],
  ['status question', '\u001b[6n', '␛[6n'],
  ['C1', '\u009b31m\u009d0;x\u009c', '⟨9b⟩31m⟨9d⟩0;x⟨9c⟩'],
  ['lone carriage return', 'safe\rrm -rf', 'safe␍rm -rf'],
  ['backspace and bell', 'a\b\u0007\u007f', 'a␈␇␡'],
  ['NUL', 'a\u0000b', 'a␀b'],
  ['direction', 'a\u202egpj.exe\u202c\u2066x\u2069', 'a⟨202e⟩gpj.exe⟨202c⟩⟨2066⟩x⟨2069⟩'],
  ['tag characters', 'a\u{e0041}\u{e007f}', 'a⟨e0041⟩⟨e007f⟩'],
  ['zero width', 'a\u200bb\ufeff\u00ad', 'a⟨200b⟩b⟨feff⟩⟨ad⟩'],
  ['letters drawn as nothing', 'a\u3164b\u115f\uffa0\u2800\u{e0101}', 'a⟨3164⟩b⟨115f⟩⟨ffa0⟩⟨2800⟩⟨e0101⟩'],
  ['line separators', 'a\u2028b\u2029', 'a⟨2028⟩b⟨2029⟩'],
  ['lone surrogates', 'a\ud800b\udc00', 'a⟨d800⟩b⟨dc00⟩'],
])('%s is shown, not executed', (_name, text, shown) => {
  expect(clean(text)).toBe(shown);
  expect(clean(...text)).toBe(shown);
});

test('plain text stays unchanged', () => {
  const text = 'Grüße, 你好, नमस्ते, مرحبا, 👩‍👩‍👧 ❤️\n  indented\n';
  expect(clean(text)).toBe(text);
  for (let cut = 0; cut <= text.length; cut += 1) expect(clean(text.slice(0, cut), text.slice(cut))).toBe(text);
  expect(clean('a\r\nb\r', '\nc\td')).toBe('a\nb\nc    d');
});

test('5,000 random texts in random chunks leave no control character', () => {
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % limit;
  };
  const alphabet = [
    '\u001b',
    '[',
    ']',
    '\r',
    '\n',
    '\u009b',
    '\u202e',
    '\u{e0020}',
    '\ud83d',
    '\ude00',
    'm',
    '0',
    ';',
    '\u0007',
    '\t',
    '字',
  ];
  for (let round = 0; round < 5000; round += 1) {
    const pieces = Array.from({ length: 1 + below(5) }, () =>
      Array.from({ length: below(12) }, () => alphabet[below(alphabet.length)]).join(''),
    );
    expect(clean(...pieces)).not.toMatch(acting);
    expect(clean(...pieces)).toBe(clean(pieces.join('')));
  }
});

test('one line stays one line', () => {
  expect(cleanLine('a\nb\r\n')).toBe('a␊b␊');
});
