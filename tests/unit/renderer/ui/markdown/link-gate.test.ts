import { expect, test } from 'vitest';
import { gateLink } from '../../../../../renderer/ui/markdown/link-gate.ts';
import { drawOneShot } from './draw.tsx';

test.each([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  [' https://example.com ', 'https://example.com/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
])('%s opens as %s', (href, opened) => {
  expect(gateLink(href)).toBe(opened);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'app://files/1',
  'blob:https://example.com/1',
  '//example.com',
  '/relative',
  '#part',
  '?q',
  '',
  'https:',
  'https://',
  'https:example.com',
  'http://exa\tmple.com',
  'https:\\\\example.com',
  'mailto:',
  'vbscript:x',
  'ftp://example.com',
])('%j stays text', (href) => {
  expect(gateLink(href)).toBeNull();
});

test('A19: a refused link keeps its words', () => {
  expect(drawOneShot('[press **me**](javascript:alert(1))')).toBe('<p>press <strong>me</strong></p>');
  expect(drawOneShot('<javascript:alert(1)>')).not.toContain('href');
  expect(drawOneShot('[x](java&#10;script:alert(1))')).not.toContain('href');
});

test('A16: a picture is named and never fetched', () => {
  const drawn = drawOneShot('![chart](https://example.com/a.png)');
  expect(drawn).not.toContain('<img');
  expect(drawn).not.toContain('src=');
  expect(drawn).toContain('chart');
  expect(drawn).toContain('https://example.com/a.png');
});

test('A18: html is text', () => {
  expect(drawOneShot('<script>alert(1)</script> <b onclick="x">hi</b>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;hi&lt;/b&gt;</p>',
  );
});
