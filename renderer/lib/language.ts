import { type Language, languageSetting, languages } from '#shared/contract/language.ts';
import { kept } from './kept.ts';

export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.includes(value as T);

/** What the person chose, and what it comes to: the core writes its sentences in the language that is shown. */
export const useLanguageChoice = kept<{ choice: LanguageChoice; shown: Language }>(
  languageSetting,
  { choice: 'system', shown: 'en' },
  {
    read: ({ choice, shown }) => ({
      ...(isOneOf(languageChoices, choice) && { choice }),
      ...(isOneOf(languages, shown) && { shown }),
    }),
  },
);

/** The first language of the computer that the interface speaks; every kind of Chinese reads the simplified one. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** The language to show for a choice. */
export const languageFor = (choice: LanguageChoice): Language =>
  choice === 'system' ? languageOf(navigator.languages) : choice;
