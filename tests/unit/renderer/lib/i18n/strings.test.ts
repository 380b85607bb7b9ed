import { afterAll, beforeEach, expect, test } from 'vitest';
import { panelStrings } from '../../../../../renderer/app/panels.ts';
import {
  loadPanelStrings,
  loadStrings,
  providePanelStrings,
  strings,
} from '../../../../../renderer/lib/i18n/strings.ts';

providePanelStrings(panelStrings);
beforeEach(() => loadStrings('en'));
afterAll(() => loadStrings('en'));

test('another language changes all text, including that of opened panels', async () => {
  await loadPanelStrings('rerank');
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

test('a panel opened while the language changes has its text in the language shown', async () => {
  await Promise.all([loadStrings('zh-CN'), loadPanelStrings('video')]);
  expect(strings().video.title).toMatch(/\p{Script=Han}/u);
  await Promise.all([loadPanelStrings('embeddings'), loadStrings('en')]);
  expect(strings().embeddings.title).toBe('Embeddings');
});
