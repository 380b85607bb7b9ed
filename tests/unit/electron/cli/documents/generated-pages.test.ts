import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedPages } from '../../../../../scripts/terminal-pages/generated-pages.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test.each(generatedPages(read).map(({ file, content }) => [file.slice(file.indexOf('docs')), file, content] as const))(
  '%s matches the program: npm run terminal-pages',
  (_, file, content) => {
    expect(read(file) === content, 'run: npm run terminal-pages').toBe(true);
  },
);
