import { expect, test } from 'vitest';
import { createProgressLine } from '../../../../../electron/cli/output/progress-line.ts';

test('an upload shows how much was sent, how fast, and the time left', () => {
  let nowMs = 0;
  const line = createProgressLine(() => nowMs);
  const sending = (sentBytes: number) =>
    line({ type: 'progress', stage: 'sending', sentBytes, totalBytes: 40_000_000 });
  expect(sending(0)).toBe('sending 0 B of 40.0 MB · 0 %');
  nowMs = 100;
  expect(sending(1_000_000)).toBe('sending 1.0 MB of 40.0 MB · 2 %');
  nowMs = 2000;
  expect(sending(10_000_000)).toBe('sending 10.0 MB of 40.0 MB · 25 % · 5.0 MB/s · 6.0 s left');
  nowMs = 100_000;
  expect(sending(10_000_000)).toMatch(/ · 5:00 left$/);
});

test('small requests show their stage alone, downloads show what has arrived', () => {
  const line = createProgressLine();
  expect(line({ type: 'progress', stage: 'sending', sentBytes: 10, totalBytes: 80 })).toBe('sending');
  expect(line({ type: 'progress', stage: 'waiting' })).toBe('waiting for the response');
  expect(line({ type: 'progress', stage: 'receiving' })).toBe('receiving');
  expect(line({ type: 'progress', stage: 'receiving', receivedBytes: 2_500_000 })).toBe('receiving 2.5 MB');
  expect(line({ type: 'progress', stage: 'receiving', receivedBytes: 2_500_000, totalBytes: 9_000_000 })).toBe(
    'receiving 2.5 MB of 9.0 MB',
  );
});

test('silence shows both clocks: since the last content, and since the last byte', () => {
  const silence = { contentMs: 42_000, bytesMs: 1500 };
  expect(createProgressLine()({ type: 'progress', stage: 'receiving', silence })).toBe(
    'no new content for 42.0 s · last byte 1.5 s ago',
  );
});
