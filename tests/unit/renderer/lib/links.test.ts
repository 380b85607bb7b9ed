import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { describeLink } from '../../../../renderer/lib/links.ts';
import { decodePunycode } from '../../../../renderer/lib/punycode.ts';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'smb://host/share',
  'vbscript:x',
  'blob:https://a/b',
  'ms-settings:x',
  'vscode://x',
  '\\\\host\\share',
  '//host/path',
  '/settings',
  '',
])('%j is never opened', (address) => expect(describeLink(address)).toBeNull());

test('a web address is taken apart', () => {
  expect(describeLink('https://example.com/a%20b?x=1#y')).toEqual({
    address: 'https://example.com/a%20b?x=1#y',
    scheme: 'https',
    host: 'example.com',
    asciiHost: null,
    rest: '/a b?x=1#y',
    hasUser: false,
    wasCleaned: false,
  });
});

test('a host of other alphabets is shown in both forms', () => {
  const facts = describeLink('https://аpple.com/');
  expect(facts?.host).toBe('аpple.com');
  expect(facts?.asciiHost).toBe('xn--pple-43d.com');
});

test('characters that turn or hide text are not shown, and that is said', () => {
  const facts = describeLink('https://example.com/\u202egpj.exe');
  expect(facts?.rest).toBe('/gpj.exe');
  expect(facts?.wasCleaned).toBe(true);
  expect(describeLink('https://example.com/%E2%80%AEgpj.exe')?.wasCleaned).toBe(true);
});

test('a user name before the host is told apart from the host', () => {
  const facts = describeLink('https://bank.example@evil.example/x');
  expect(facts?.host).toBe('evil.example');
  expect(facts?.hasUser).toBe(true);
});

test('a mail address is shown whole', () => {
  expect(describeLink('mailto:a@example.com?subject=hi')).toMatchObject({
    scheme: 'mailto',
    host: '',
    rest: 'a@example.com',
  });
});

test.each(['bücher', 'münchen', '例え', 'пример', 'ドメイン名例', '한국'])(
  '%s is decoded as Node decodes it',
  (label) => {
    const ascii = new URL(`https://${label}.example`).hostname.split('.')[0] ?? '';
    expect(decodePunycode(ascii.slice(4))).toBe(domainToUnicode(ascii));
  },
);

test('what is no punycode is left alone', () => {
  expect(decodePunycode('!!')).toBeNull();
  expect(decodePunycode('99999999')).toBeNull();
});
