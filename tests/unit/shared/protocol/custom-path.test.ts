import { expect, test } from 'vitest';
import { customPathProblem, isExposedPath } from '#shared/protocol/custom-path.ts';

test('paths below the base URL are valid, with escapes and special characters', () => {
  for (const path of [
    '/',
    '/vendor/tasks',
    '/v1/x:do',
    '/a%20b',
    '/a/b/',
    '/x.y/..z',
    '/a;b=c,d',
    '/%E4%BD%A0',
    '/..a;b',
    '/100%25',
    '/a%2520b',
  ])
    expect([path, customPathProblem(path)]).toEqual([path, null]);
});

const bad = [
  '',
  'vendor',
  '//evil.example/x',
  '/a//b',
  'https://evil.example/',
  'HTTPS:/evil',
  'javascript:alert(1)',
  '/\\evil.example',
  '/../admin',
  '/a/./b',
  '/a/..',
  '/%2e%2e/admin',
  '/.%2E/admin',
  '/a%2Fb',
  '/a%5cb',
  '/a?b=c',
  '/a#b',
  '/user:pass@evil.example/',
  '/a b',
  '/a\tb',
  '/a\r\nHost: evil',
  '/a\u0000',
  '/a\u202eb',
  '/a\u2028b',
  '/a%0d%0ab',
  '/a%zz',
  '/a%',
  '/..;/admin',
  '/a/..;x=1/b',
  '/.;/a',
  '/%2e%2e;/admin',
  '/..%3B/admin',
  '/%252e%252e/admin',
  '/%25252e%252e/admin',
  '/..%20/admin',
  '/a%252Fb',
  '/a%250a',
  '/a\ud800b',
];
for (const path of bad)
  test(`${JSON.stringify(path)} is rejected with a sentence`, () => {
    expect(customPathProblem(path)).toMatch(/^The path .+\.$/);
  });

test('a path is exposed by the wildcard, by itself and by any parent path', () => {
  expect(isExposedPath('/vendor/tasks', ['custom'])).toBe(true);
  expect(isExposedPath('/vendor/tasks', ['/vendor'])).toBe(true);
  expect(isExposedPath('/vendor/tasks', ['/vendor/'])).toBe(true);
  expect(isExposedPath('/vendor', ['/vendor'])).toBe(true);
  expect(isExposedPath('/vendors', ['/vendor'])).toBe(false);
  expect(isExposedPath('/vendor', ['/vendor/tasks'])).toBe(false);
  expect(isExposedPath('/vendor', ['vendor', 'videos'])).toBe(false);
  expect(isExposedPath('/x', ['/'])).toBe(true);
  expect(isExposedPath('/x', [])).toBe(false);
});
