import { createStore } from 'zustand/vanilla';
import type { DraftInput, SnippetLanguage } from '#shared/contract/exchanges.ts';

/** What should be written as a program: a request that was sent, or one that was not sent yet. */
export type SnippetSource = { kind: 'exchange'; id: string } | { kind: 'draft'; draft: DraftInput };

/** The program that the dialog shows now. */
export const requestedSnippet = createStore<{ of: SnippetSource | null; language: SnippetLanguage }>(() => ({
  of: null,
  language: 'curl',
}));
