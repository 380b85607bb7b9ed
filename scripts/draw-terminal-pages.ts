import { readFileSync, writeFileSync } from 'node:fs';
import { generatedPages } from './terminal-pages/generated-pages.ts';

for (const { file, content } of generatedPages((name) => readFileSync(name, 'utf8'))) writeFileSync(file, content);
