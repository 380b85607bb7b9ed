import { expect, test } from 'vitest';
import { quotesOtherKey } from '#core/exchange/quoted-key.ts';

const sent = ['sk-user-4f81c0aa72de'];

test.each([
  'Incorrect API key provided: sk-upstr***bad. You can find your API key in the settings.',
  'Incorrect API key provided: sk-proj-********9ZxQ.',
  'Received API Key = sk-...k9f2, Key Hash (Token) =ab. Unable to find token',
  'invalid key: AIza…9fK2',
  'Your api key: ****8r3d is invalid',
  'Incorrect API key provided: other-key-1234.',
  '无效的密钥 ab12******34cd',
])('another key is quoted: %s', (message) => {
  expect(quotesOtherKey(message, sent)).toBe(true);
});

test.each([
  'Incorrect API key provided: sk-user****72de.',
  'Received API Key = sk-...72de, Key Hash (Token) =ab. Unable to find token',
  'Invalid token user-4f8***aa72de',
  'Incorrect API key provided: [redacted key]',
  'Incorrect API key provided: sk-****.',
  'Invalid API key',
  'Invalid token. Please wait...then retry with a valid key',
  'The key was rejected by https://***.com/***',
  'The account jo***@example.com has no key',
  'Invalid API key: expired_credentials',
  '无效的令牌',
])('no other key is quoted: %s', (message) => {
  expect(quotesOtherKey(message, sent)).toBe(false);
});

test('where no key was sent, every quoted key is the gateway’s', () => {
  expect(quotesOtherKey('Incorrect API key provided: sk-upstr***bad.', [])).toBe(true);
});
