import { expect, test } from 'vitest';
import { pathOf } from '../../../../electron/desktop/opened-files.ts';

test.each([
  ['file:///tmp/day%20one.har', '/tmp/day one.har'],
  ['north.patchbay', '/downloads/north.patchbay'],
  ['/tmp/one.har', '/tmp/one.har'],
])('the argument %s of a command line names the file %s', (word, place) => {
  expect(pathOf(word, '/downloads')).toBe(place);
});

test.each([
  'https://evil.test/tmp/one.har',
  'file://server/share/one.har',
  'smb://server/one.har',
  '--har=one.har',
  'notes.txt',
])('the argument %s of a command line names no file', (word) => {
  expect(pathOf(word, '/downloads')).toBeNull();
});
