import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadStrings, strings } from '../../../../../renderer/lib/i18n/strings.ts';

beforeEach(() => loadStrings('en'));
afterAll(() => loadStrings('en'));

test('another language changes all text, including that of panels', async () => {
  const before = strings();
  expect(before.rerank.title).toBe('Rerank');
  await loadStrings('zh-CN');
  expect(strings().frame.panels.chat).toBe('聊天');
  expect(strings().rerank.title).not.toBe(before.rerank.title);
  // Rendering compares strings by identity.
  expect(strings()).not.toBe(before);
  await loadStrings('en');
  expect(strings().rerank.title).toBe('Rerank');
});

test('of several language changes the last one counts', async () => {
  await Promise.all([loadStrings('zh-CN'), loadStrings('en'), loadStrings('zh-CN'), loadStrings('en')]);
  expect(strings().frame.panels.chat).toBe('Chat');
});
