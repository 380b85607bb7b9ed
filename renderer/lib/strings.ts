import type { en } from './strings/en.ts';

/** Every word of the page. Another language is another object of this type: a missing key does not compile. */
export type Strings = typeof en;

/** Languages of the page. Each is a chunk of its own; only the chosen one is loaded. */
const catalogues = {
  en: async (): Promise<Strings> => (await import('./strings/en.ts')).en,
};
export type Language = keyof typeof catalogues;

let loaded: Strings | undefined;

/** Loads a catalogue. The page waits for it before it shows anything. */
export async function loadStrings(language: Language = 'en'): Promise<void> {
  loaded = await catalogues[language]();
}

/** The words, outside React. */
export function strings(): Strings {
  if (!loaded) throw new Error('the catalogue is not loaded yet');
  return loaded;
}

/** The words, in a component. Another language takes effect with the next load of the page. */
export const useStrings = (): Strings => strings();
