import { expect, test } from 'vitest';
import { safeName, safeType } from '#core/files/file-names.ts';

test.each([
  ['picture.png', 'picture.png'],
  ['Bericht für Jörg (2).pdf', 'Bericht für Jörg (2).pdf'],
  ['音声.mp3', '音声.mp3'],
  ['../../.bashrc', 'bashrc'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\win.ini', 'win.ini'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['a/', 'file'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['console.txt', 'console.txt'],
  ['trailing. . ', 'trailing'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\0b\nc\x7fd', 'abcd'],
  ['zero\u200bwidth', 'zerowidth'],
  ['lone \ud800 half', 'lone  half'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['.hidden', 'hidden'],
  ['run.desktop', 'run.desktop.txt'],
  ['link.LNK', 'link.LNK.txt'],
])('%j is stored as %j', (name, expected) => {
  expect(safeName(name)).toBe(expected);
});

test('a long name is cut in its stem, between characters', () => {
  const name = safeName(`${'網'.repeat(2000)}.tar.gz`);
  expect(name).toMatch(/^網+\.gz$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
  expect(safeName('x'.repeat(4096))).toHaveLength(180);
  expect(safeName(`a.${'y'.repeat(4096)}`)).toHaveLength(180);
});

test('only a media type is stored as one', () => {
  expect(safeType(' Image/PNG ')).toBe('image/png');
  expect(safeType('text/plain; charset=utf-8')).toBe('text/plain; charset=utf-8');
  for (const type of ['', 'png', 'image/png\r\nx: y', 'image/<png>', 'a/b; c="\n"'])
    expect(safeType(type)).toBe('application/octet-stream');
});
