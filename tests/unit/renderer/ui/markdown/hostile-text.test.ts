import { expect, test } from 'vitest';
import { drawOneShot } from './draw.tsx';

test('a rejected link keeps its text', () => {
  expect(drawOneShot('[press **me**](javascript:alert(1))')).toBe('<p>press <strong>me</strong></p>');
  expect(drawOneShot('<javascript:alert(1)>')).not.toContain('href');
  expect(drawOneShot('[x](java&#10;script:alert(1))')).not.toContain('href');
});

test('a link shows no user before its host', () => {
  const drawn = drawOneShot('[bank](https://bank.example@evil.example/x)');
  expect(drawn).toContain('href="https://evil.example/x"');
});

test('an image is named and never fetched', () => {
  const drawn = drawOneShot('![chart](https://example.com/a.png)');
  expect(drawn).not.toContain('<img');
  expect(drawn).not.toContain('src=');
  expect(drawn).toContain('chart');
  expect(drawn).toContain('https://example.com/a.png');
});

test('html is text', () => {
  expect(drawOneShot('<script>alert(1)</script> <b onclick="x">hi</b>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;hi&lt;/b&gt;</p>',
  );
});
