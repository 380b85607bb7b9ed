import { type Language, languageOf, languageSetting, languages } from '#shared/contract/language.ts';
import { persistedStore } from './persisted-store.ts';

export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.includes(value as T);

/**
 * The user's selection, and the language it resolves to: the core writes its sentences in the language that is shown.
 */
export const useLanguageChoice = persistedStore<{ choice: LanguageChoice; shown: Language }>(
  languageSetting,
  { choice: 'system', shown: 'en' },
  {
    shared: 'live',
    read: ({ choice, shown }) => ({
      ...(isOneOf(languageChoices, choice) && { choice }),
      ...(isOneOf(languages, shown) && { shown }),
    }),
  },
);

/** Returns the language to show for a selection. */
export const languageFor = (choice: LanguageChoice): Language =>
  choice === 'system' ? languageOf(navigator.languages) : choice;
