import { createStore } from 'zustand/vanilla';
import type { DraftInput, SnippetLanguage } from '#shared/contract/exchanges.ts';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { strings } from '../i18n/strings.ts';

/** The request to write as a program: one that was sent, or one that was not sent yet. */
export type SnippetSource = { kind: 'exchange'; id: string } | { kind: 'draft'; draft: DraftInput };

/** The program that the dialog shows now. */
export const requestedSnippet = createStore<{ of: SnippetSource | null; language: SnippetLanguage }>(() => ({
  of: null,
  language: 'curl',
}));

const order: Record<SnippetLanguage, true> = {
  curl: true,
  fetch: true,
  'node-openai': true,
  'python-requests': true,
  'python-openai': true,
  httpie: true,
};

/** In menu order. The schema has the same list; the page does without schemas. */
export const snippetLanguages = Object.keys(order) as SnippetLanguage[];

/** Returns one row for each language in which a request can be copied; each shows the program before it is copied. */
export const copyItems = (exchangeId: string): MenuItem[] =>
  snippetLanguages.map((language) =>
    menuAction(language, strings().wire.snippets[language], () =>
      requestedSnippet.setState({ of: { kind: 'exchange', id: exchangeId }, language }),
    ),
  );
