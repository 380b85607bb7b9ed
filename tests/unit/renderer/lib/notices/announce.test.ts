import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announcement } from '../../../../../renderer/lib/notices/announce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a sentence that follows another at once is announced after it, not in its place', () => {
  const shown: string[] = [];
  const stop = announcement.subscribe(({ text }) => shown.push(text));
  announce('The last sentence of a reply.');
  announce('Completed');
  expect(shown).toEqual(['The last sentence of a reply.']);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(['The last sentence of a reply.', 'Completed']);
  stop();
});

test('a sentence after a pause is announced at once, also when it is the same one', () => {
  const turn = announcement.getState().turn;
  announce('Moved');
  vi.advanceTimersByTime(1000);
  announce('Moved');
  expect(announcement.getState()).toEqual({ text: 'Moved', turn: turn + 2 });
});
