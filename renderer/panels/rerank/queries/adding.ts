import { persistedStore } from '../../../lib/preferences/persisted-store.ts';

/** Longer texts are not saved: they were pasted, and the user still has them. */
const maxStoredLength = 1_000_000;

/** The dialog that adds queries. What was typed there survives a reload. */
export const useAdding = persistedStore(
  'rerank.queries',
  { open: false, text: '' },
  { keep: ({ text }) => ({ text: text.length > maxStoredLength ? '' : text }) },
);

/** Opens the dialog, with a text to add to what was typed there. */
export const askForQueries = (text = ''): void =>
  useAdding.setState((before) => ({
    open: true,
    text: text === '' || before.text.trim() === '' ? text || before.text : `${before.text.trimEnd()}\n${text}`,
  }));

/** Returns the queries of a text: one per line, blank lines left out. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
