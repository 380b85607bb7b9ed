import { expect, test } from 'vitest';
import { headerRefusal, looksSecret } from '#shared/protocol/header-rules.ts';

test.each([
  ['x-team', 'eval', null],
  ['x team', 'eval', 'no-name'],
  ['', 'eval', 'no-name'],
  ['x-team', 'two\nlines', 'value'],
  ['x-team', 'ünïcode', null],
  ['x-team', '日本', 'value'],
  ['Content-Length', '0', 'own'],
  ['HOST', 'a.example', 'own'],
  ['Authorization', 'Bearer x', 'key'],
  ['x-goog-api-key', 'x', 'key'],
])('%s: %s is rejected as %s', (name, value, refusal) => expect(headerRefusal(name, value)).toBe(refusal));

test.each([
  ['x-team', 'eval', false],
  ['x-api-token', 'a', true],
  ['Cookie', 'a=b', true],
  ['x-route', 'Bearer abc', true],
  ['x-route', 'abcdefgh12345678', true],
  ['x-route', 'a sentence that is long enough', false],
  ['User-Agent', 'a-very-long-agent/1.0.0', false],
])('%s: %s looks like a secret: %s', (name, value, is) => expect(looksSecret(name, value)).toBe(is));
