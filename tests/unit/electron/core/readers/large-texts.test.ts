import { expect, test } from 'vitest';
import { safeName } from '#core/files/file-names.ts';
import { cleanSecret } from '#core/keys/new-key.ts';
import { withoutPaths } from '#core/readers/classify.ts';
import { secondsOf } from '#core/readers/parts/transcript-record.ts';
import { growth } from '../../../../support/growth.ts';

const attempt = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch {
    // Refusals must be fast as well.
  }
};

test.each<[string, (text: string) => unknown, (size: number) => string]>([
  ['paths in a refusal', withoutPaths, (size) => 'x'.repeat(size)],
  ['the name of a file', safeName, (size) => `x${' '.repeat(size)}x`],
  ['a pasted key', attempt(cleanSecret), (size) => `x${' '.repeat(size)}x`],
  ['seconds', secondsOf, (size) => `1${' '.repeat(size)}x`],
])('%s are read in time linear in their length', (_what, read, text) => {
  expect(growth(6000, text, read)).toBeLessThan(24);
});
