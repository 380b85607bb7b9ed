import { expect, test } from 'vitest';
import { fileStem } from '../../../../../renderer/lib/files/file-stem.ts';

test('a file is named after the words, with single hyphens and none at either end', () => {
  expect(fileStem('My refund still has not arrived: what can I do?', 'ranking')).toBe(
    'my-refund-still-has-not-arrived-what-can-i-do',
  );
  expect(fileStem('demo/embed_small v2.1', 'model')).toBe('demo-embed-small-v2-1');
  expect(fileStem('退款 尚未到账？', 'ranking')).toBe('退款-尚未到账');
  expect(fileStem(' ?! ', 'ranking')).toBe('ranking');
});

test('a long name is cut between two words, and a long word within itself', () => {
  expect(fileStem('one two '.repeat(30), 'x')).toMatch(/^(?:one-two-)+one$/);
  expect(fileStem('a'.repeat(200), 'x')).toHaveLength(60);
});
