import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../../../../..');
const guide = path.join(root, 'docs/guide');

/** A fenced block of a page. */
export interface Block {
  page: string;
  language: string;
  code: string;
}

export const readPage = (page: string): string => readFileSync(path.join(guide, page), 'utf8');

export const pages: readonly string[] = readdirSync(guide).filter((name) => name.endsWith('.md'));

/** All fenced blocks of the guide, without the indentation of the list they are in. */
export const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readPage(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', code = '']) => ({
      page,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  ),
);

/** These need another computer, an image or a registry. */
const elsewhere = /^(?:ssh|docker|npm) /m;

/** Those that a reader pastes into a shell. The examples of the generated page are tested with the help. */
export const shellBlocks: readonly Block[] = blocks.filter(
  ({ page, language, code }) =>
    page !== 'commands.md' && language === '' && /\bpatchbay [a-z]/.test(code) && !elsewhere.test(code),
);
