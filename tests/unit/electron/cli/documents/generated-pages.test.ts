import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages } from '../../../../../scripts/terminal-pages/generated-pages.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test.each(generatedPages(read).map(({ file, content }) => [path.basename(file), file, content] as const))(
  '%s matches the program: npm run terminal-pages',
  (_, file, content) => {
    expect(read(file) === content, 'run: npm run terminal-pages').toBe(true);
  },
);
