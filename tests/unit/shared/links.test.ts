import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode, readLink } from '../../../shared/links.ts';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'file://server/share',
  'smb://host/share',
  'vbscript:x',
  'blob:https://a/b',
  'app://files/1',
  'ms-msdt:/id',
  'ms-settings:x',
  'vscode://x',
  'tel:123',
  'ftp://example.com',
  '\\\\host\\share',
  '//host/path',
  '/settings',
  '#part',
  '?q',
  'example.com',
  'https:',
  'https://',
  'https:example.com',
  'https:\\\\example.com',
  'https://good.example\\@evil.example',
  'http://exa\tmple.com',
  'https://example.com/\u0000',
  'https://user@',
  'mailto:',
  'mailto:a@b.example\nbcc:c@d.example',
  'mailto:?attach=/etc/passwd',
  `https://example.com/${'a'.repeat(9000)}`,
  '',
])('%j is never opened', (address) => expect(readLink(address)).toBeNull());

test('takes a web URL apart', () => {
  expect(readLink('https://example.com/a%20b?x=1#y')).toEqual({
    address: 'https://example.com/a%20b?x=1#y',
    scheme: 'https',
    host: 'example.com',
    asciiHost: null,
    rest: '/a b?x=1#y',
    hadUser: false,
    hadInvisible: false,
  });
});

test.each([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  [' https://example.com ', 'https://example.com/'],
  ['https://example.com:443/', 'https://example.com/'],
  ['http://[::1]:80/', 'http://[::1]/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['MAILTO:a@b.example,c@d.example', 'mailto:a@b.example,c@d.example'],
])('%s opens as %s', (text, address) => expect(readLink(text)?.address).toBe(address));

test.each([
  ['https://bank.example@evil.example/x', 'https://evil.example/x'],
  ['https://bank.example:443%2F@evil.example/x', 'https://evil.example/x'],
  ['http://user:secret@evil.example:8080', 'http://evil.example:8080/'],
  ['https://:secret@evil.example/', 'https://evil.example/'],
  ['https://a@b@evil.example/', 'https://evil.example/'],
])('%s opens without the user before its host, and says so', (text, address) => {
  expect(readLink(text)).toMatchObject({ address, host: new URL(address).host, hadUser: true });
});

test.each([
  ['https://аpple.com/', 'аpple.com', 'xn--pple-43d.com'],
  ['https://xn--pple-43d.com/', 'аpple.com', 'xn--pple-43d.com'],
  ['https://bücher.example:8443/', 'bücher.example:8443', 'xn--bcher-kva.example:8443'],
  ['https://ｅｘａｍｐｌｅ。com/', 'example.com', null],
  // Decodes to a control character.
  ['https://xn--a.example/', 'xn--a.example', null],
])('%s shows its host in both forms', (text, host, asciiHost) => {
  expect(readLink(text)).toMatchObject({ host, asciiHost });
});

test.each([
  ['turned around', '\u202e'],
  ['isolated', '\u2067'],
  ['of zero width', '\u200b'],
  ['joined', '\u200d'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a tag', '\u{e0041}'],
  ['a variation selector', '\ufe0f'],
])('shows a path without what is %s, opens it as written, and says so', (_, character) => {
  const encoded = encodeURIComponent(character);
  for (const written of [character, encoded, encoded.toLowerCase()]) {
    const link = readLink(`https://example.com/a${written}gpj.exe`);
    expect(link).toMatchObject({ rest: '/agpj.exe', hadInvisible: true });
    expect(link?.address.toUpperCase()).toBe(`https://example.com/a${encoded}gpj.exe`.toUpperCase());
  }
});

test('an invisible character in a host is no part of it, and is reported', () => {
  expect(readLink('https://exam\u00adple\u200b.com/')).toMatchObject({
    address: 'https://example.com/',
    host: 'example.com',
    hadInvisible: true,
  });
});

test('mail keeps its text and loses what could attach a file', () => {
  expect(
    readLink('mailto:a@b.test?subject=Hi%0Abcc:x@y.test&body=1%0A2&attach=/etc/passwd&attachment=x'),
  ).toMatchObject({ address: 'mailto:a@b.test?subject=Hi%20bcc%3Ax%40y.test&body=1%0A2', host: '', rest: 'a@b.test' });
  expect(readLink('mailto:?subject=C++')?.address).toBe('mailto:?subject=C%2B%2B');
  expect(readLink('mailto:a%E2%80%AE@b.test')).toMatchObject({
    address: 'mailto:a@b.test',
    rest: 'a@b.test',
    hadInvisible: true,
  });
});

test('the URL of a link parses to the same URL, and names no user', () => {
  const piece = fc.string({
    unit: fc.constantFrom('a', 'é', '@', ':', '/', '%', '2', '.', '?', '#', '&', ' ', '\u202e'),
  });
  fc.assert(
    fc.property(fc.constantFrom('https://', 'http://a.example/', 'mailto:', 'https://u@'), piece, (start, rest) => {
      const link = readLink(start + rest);
      if (!link) return;
      expect(readLink(link.address)).toMatchObject({ address: link.address, hadUser: false });
    }),
    { numRuns: 2000 },
  );
});

test.each(['bücher', 'münchen', '例え', 'пример', 'ドメイン名例', '한국'])(
  '%s is decoded as Node decodes it',
  (label) => {
    const ascii = new URL(`https://${label}.example`).hostname.split('.')[0] ?? '';
    expect(decodePunycode(ascii.slice(4))).toBe(domainToUnicode(ascii));
  },
);

test('invalid punycode is left alone', () => {
  expect(decodePunycode('!!')).toBeNull();
  expect(decodePunycode('99999999')).toBeNull();
});
