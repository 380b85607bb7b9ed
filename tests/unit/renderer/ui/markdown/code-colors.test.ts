import { expect, test } from 'vitest';
import {
  chunkLines,
  colorLanguage,
  colorLimit,
  cutChunks,
  cutRuns,
  shownLanguage,
} from '../../../../../renderer/ui/markdown/code-colors.ts';
import { colorCode } from '../../../../../renderer/ui/markdown/color-code.ts';

test('the language is the first word of the info string', () => {
  expect(colorLanguage('x', 'TS title="a.ts"')).toBe('ts');
  expect(colorLanguage('x', 'python{1,3}')).toBe('python');
  expect(colorLanguage('x', '')).toBeNull();
  expect(shownLanguage('brainfuck x')).toBe('brainfuck');
});

test.each([
  'ts',
  'tsx',
  'jsx',
  'mjs',
  'c++',
  'c#',
  'cs',
  'py',
  'sh',
  'zsh',
  'console',
  'curl',
  'docker',
  'gql',
  'golang',
  'h',
  'hpp',
  'html',
  'jsonc',
  'jsonl',
  'json5',
  'kt',
  'md',
  'patch',
  'ps1',
  'rb',
  'rs',
  'svg',
  'toml',
  'vue',
  'yml',
  'scala',
  'sql',
  'shell',
])('%s has a grammar', (language) => {
  expect(colorCode('a', language)).not.toBeNull();
});

test('commands in a "shell" fence have the colors of bash', () => {
  expect(colorCode('echo "a"', 'shell')).toEqual(colorCode('echo "a"', 'bash'));
});

test('very long code stays plain, and code with a very long line', () => {
  const lines = (chars: number) => 'x = 1;\n'.repeat(chars).slice(0, chars);
  expect(colorLanguage(lines(colorLimit), 'js')).toBe('js');
  expect(colorLanguage(lines(colorLimit + 1), 'js')).toBeNull();
  expect(colorLanguage(`a\n${'x'.repeat(500)}\nb`, 'js')).toBe('js');
  expect(colorLanguage(`echo ${'QUJD'.repeat(20_000)} | base64 -d`, 'bash')).toBeNull();
  expect(colorLanguage(`a\n${'x'.repeat(501)}`, 'js')).toBeNull();
});

test.each([
  ['typescript', 'const a: Map<string, number> = new Map(); // é\n`t <b>` + a?.size'],
  ['xml', '<style>a { color: red }</style><script>let x = 1 < 2;</script>'],
  ['python', 'def f(x):\n    """doc & <tag>"""\n    return x ** 2'],
  ['json', '{"a": [1, true, null, "<x>"]}'],
])('colors of %s change no character', (language, code) => {
  const runs = colorCode(code, language) ?? [];
  expect(runs.map((run) => run.text).join('')).toBe(code);
  expect(runs.some((run) => run.kind !== 'plain')).toBe(true);
});

test('an unknown language has no colors', () => {
  for (const language of ['nope', 'constructor']) expect(colorCode('x', language)).toBeNull();
});

test('code is split after every 64th line, and colors follow the splits', () => {
  const code = Array.from({ length: chunkLines * 2 + 5 }, (_, at) => `line ${at}`).join('\n');
  const pieces = cutChunks(code);
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

test('a text that ends on a split has no empty piece of its own', () => {
  const code = 'x\n'.repeat(chunkLines);
  expect(cutChunks(code)).toEqual([code]);
  expect(cutChunks('')).toEqual(['']);
});
