import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proofs } from './proofs.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Whether a string literal in the file begins with these words. */
const hasTitle = (text: string, words: string) =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${words.replaceAll(quote, `\\${quote}`)}`));

test.each(Object.entries(proofs))('the tests of "%s" exist', (_, tests) => {
  for (const [file, words] of tests) {
    expect(existsSync(path.join(root, file)), file).toBe(true);
    expect(hasTitle(readFileSync(path.join(root, file), 'utf8'), words), `${file}: ${words}`).toBe(true);
  }
});
