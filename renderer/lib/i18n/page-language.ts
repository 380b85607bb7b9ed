import type { Language } from '#shared/contract/language.ts';
import { languageFor, useLanguageChoice } from '../preferences/language.ts';
import { loadStrings } from './strings.ts';

let asked: Language | undefined;

/** Shows a language; asked for again, it is there already. When its words can not be fetched, those before stay. */
async function show(language: Language): Promise<void> {
  if (asked === language) return;
  asked = language;
  await loadStrings(language);
}

/** Opens the page in the language of the computer. Resolves when there are words. */
export const openInLanguage = (): Promise<void> => show(languageFor('system'));

/** Shows the language that was kept, and every one that is chosen from now on. Called once the kept choices are there. */
export async function followLanguage(): Promise<void> {
  const follow = async () => {
    const shown = languageFor(useLanguageChoice.getState().choice);
    // Kept, too: the core writes its sentences in it.
    useLanguageChoice.setState({ shown });
    await show(shown);
  };
  useLanguageChoice.subscribe(({ choice }, before) => {
    if (choice !== before.choice) void follow().catch(() => undefined);
  });
  addEventListener('languagechange', () => void follow().catch(() => undefined));
  await follow();
}
