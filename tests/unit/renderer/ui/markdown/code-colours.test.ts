import { expect, test } from 'vitest';
import { colourLanguage, colourLimit } from '../../../../../renderer/ui/markdown/code-colours.ts';
import { knownLanguage, shownLanguage } from '../../../../../renderer/ui/markdown/code-languages.ts';
import { cutPieces, cutRuns, pieceLines } from '../../../../../renderer/ui/markdown/code-runs.ts';
import { colourCode } from '../../../../../renderer/ui/markdown/colour-code.ts';

test('the language is the first word of the info line, under any of its names', () => {
  expect(knownLanguage('TS title="a.ts"')).toBe('typescript');
  expect(knownLanguage('c++')).toBe('cpp');
  expect(knownLanguage('python{1,3}')).toBe('python');
  expect(knownLanguage('brainfuck')).toBeNull();
  expect(knownLanguage('')).toBeNull();
  expect(knownLanguage('constructor')).toBeNull();
  expect(shownLanguage('brainfuck x')).toBe('brainfuck');
});

test('very long code stays plain', () => {
  expect(colourLanguage('x'.repeat(colourLimit), 'js')).toBe('javascript');
  expect(colourLanguage('x'.repeat(colourLimit + 1), 'js')).toBeNull();
});

test.each([
  ['typescript', 'const a: Map<string, number> = new Map(); // é\n`t <b>` + a?.size'],
  ['xml', '<style>a { color: red }</style><script>let x = 1 < 2;</script>'],
  ['python', 'def f(x):\n    """doc & <tag>"""\n    return x ** 2'],
  ['json', '{"a": [1, true, null, "<x>"]}'],
])('colours of %s change no character', async (language, code) => {
  const runs = await colourCode(code, language);
  expect(runs.map((run) => run.text).join('')).toBe(code);
  expect(runs.some((run) => run.kind !== 'plain')).toBe(true);
});

test('a language that is not there is an error, not a wrong colour', async () => {
  await expect(colourCode('x', 'nope')).rejects.toThrow('no such language');
});

test('code is cut behind every 64th line, and colours follow the cuts', () => {
  const code = Array.from({ length: pieceLines * 2 + 5 }, (_, at) => `line ${at}`).join('\n');
  const pieces = cutPieces(code);
  expect(pieces).toHaveLength(3);
  expect(pieces.join('')).toBe(code);
  expect(pieces[0]?.endsWith('\n')).toBe(true);
  const runs = [
    { kind: 'comment' as const, text: code.slice(0, 700) },
    { kind: 'plain' as const, text: code.slice(700) },
  ];
  const cut = cutRuns(pieces, runs);
  expect(cut.map((inside) => inside.map((run) => run.text).join(''))).toEqual(pieces);
  expect(cut.flat().find((run) => run.kind === 'plain')?.text.length).toBeLessThan(code.length);
});

test('a text that ends on a cut has no empty piece of its own', () => {
  const code = 'x\n'.repeat(pieceLines);
  expect(cutPieces(code)).toEqual([code]);
  expect(cutPieces('')).toEqual(['']);
});
