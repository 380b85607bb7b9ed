import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Language } from '#shared/contract/language.ts';
import { type LanguageChoice, languageFor, useLanguageChoice } from '../preferences/language.ts';

/**
 * Every string of the page by section. Another language is another object of this type: a missing key does not compile.
 * The app declares it, because the panels are above this folder.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declared once more where the catalogs are listed
export interface Strings {}

let catalogs: Partial<Record<Language, () => Promise<Strings>>> = {};

/** Registers the catalogs. Called before a language is shown. */
export function provideCatalogs(lists: Record<Language, () => Promise<Strings>>): void {
  catalogs = lists;
}

const shown = createStore<{ loaded: { language: Language; words: Strings } | null }>(() => ({ loaded: null }));

let wanted: Language = 'en';

/** Loads a catalog and shows it. Until it has loaded, the previous language stays. Of several requested ones the last wins. */
export async function loadStrings(language: Language = 'en'): Promise<void> {
  wanted = language;
  const words = await catalogs[language]?.();
  if (!words || wanted !== language) return;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  shown.setState({ loaded: { language, words } });
}

function current(): { language: Language; words: Strings } {
  const { loaded } = shown.getState();
  if (!loaded) throw new Error('the catalog is not loaded yet');
  return loaded;
}

/** Returns the strings, outside React. */
export const strings = (): Strings => current().words;

/** Returns the strings in a component: it is drawn again when another language is selected. */
export const useStrings = (): Strings => useStore(shown, current).words;

/** Returns the language that is shown, in a component whose numbers, dates or order depend on it. */
export const useLanguage = (): Language => useStore(shown, current).language;

let asked: Language | undefined;

/** Shows a language; loaded at most once. When its strings cannot be fetched, the previous ones stay. */
async function show(language: Language): Promise<void> {
  if (asked === language) return;
  asked = language;
  await loadStrings(language);
}

/** Opens the page in a language, by default the system's. Resolves when the strings have loaded. */
export const openInLanguage = (choice: LanguageChoice = 'system'): Promise<void> => show(languageFor(choice));

/**
 * Shows the stored language, and every one that is selected from now on. Called once the stored preferences have
 * loaded.
 */
export async function followLanguage(): Promise<void> {
  const follow = async () => {
    const shown = languageFor(useLanguageChoice.getState().choice);
    // Stored, too: the core writes its sentences in it.
    useLanguageChoice.setState({ shown });
    await show(shown);
  };
  useLanguageChoice.subscribe(({ choice }, before) => {
    if (choice !== before.choice) void follow().catch(() => undefined);
  });
  addEventListener('languagechange', () => void follow().catch(() => undefined));
  await follow();
}
