import type { en } from './strings/en.ts';
import type { panelsEn } from './strings/panels-en.ts';

type PanelSections = typeof panelsEn;
export type PanelSection = keyof PanelSections;

/** Every word of the page. Another language is another object of this type: a missing key does not compile. */
export type Strings = typeof en & { [Name in PanelSection]: Awaited<ReturnType<PanelSections[Name]>> };

/** Languages of the page. Each is a chunk of its own; only the chosen one is loaded. */
const catalogues = {
  en: async () => {
    const [{ en }, { panelsEn }] = await Promise.all([import('./strings/en.ts'), import('./strings/panels-en.ts')]);
    return { base: en, panels: panelsEn };
  },
};
export type Language = keyof typeof catalogues;

type Catalogue = Awaited<ReturnType<(typeof catalogues)[Language]>>;

let loaded: { words: Strings; panels: Catalogue['panels'] } | undefined;

/** Loads a catalogue. The page waits for it before it shows anything. */
export async function loadStrings(language: Language = 'en'): Promise<void> {
  const { base, panels } = await catalogues[language]();
  loaded = { words: { ...base } as Strings, panels };
}

/** Loads the words that only one panel shows; they are there from then on. The panel's `load` waits for it. */
export async function loadPanelStrings(section: PanelSection): Promise<void> {
  const into = current();
  Object.assign(into.words, { [section]: await into.panels[section]() });
}

function current() {
  if (!loaded) throw new Error('the catalogue is not loaded yet');
  return loaded;
}

/** The words, outside React. */
export const strings = (): Strings => current().words;

/** The words, in a component. Another language takes effect with the next load of the page. */
export const useStrings = (): Strings => strings();
