import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Language } from '#shared/contract/language.ts';
import type { en } from './strings/en.ts';

/** The sections that only one panel shows, by name. Panels live above this room: the app lists and declares them. */
// biome-ignore lint/suspicious/noEmptyInterface: declared once more where the sections are listed
export interface PanelStrings {}
export type PanelSection = keyof PanelStrings;
/** How each of these sections is fetched, in one language. */
export type PanelSections = { [Name in PanelSection]: () => Promise<PanelStrings[Name]> };

/** Every word of the page. Another language is another object of this type: a missing key does not compile. */
export type Strings = typeof en & PanelStrings;

/** Each language is a chunk of its own; only the selected one is loaded. */
const catalogues: Record<Language, () => Promise<typeof en>> = {
  en: async () => (await import('./strings/en.ts')).en,
  'zh-CN': async () => (await import('./strings/zh/zh.ts')).zh,
};

let panelCatalogues: Record<Language, () => Promise<PanelSections>> | undefined;

/** Says where the sections of panels are, by language. Called before a language is loaded that has to have them. */
export function providePanelStrings(lists: Record<Language, () => Promise<PanelSections>>): void {
  panelCatalogues = lists;
}

interface Loaded {
  language: Language;
  words: Strings;
  panels: PanelSections | undefined;
}

const shown = createStore<{ loaded: Loaded | null }>(() => ({ loaded: null }));

/** Panels whose words are on the page: another language has to bring them along. */
const sections = new Set<PanelSection>();
let wanted: Language = 'en';

/**
 * Loads a catalogue and shows it, with the words of every panel that was opened. What is drawn stays as it is, in other
 * words; until they are there, the words before stay. Of several wishes the last one counts.
 */
export async function loadStrings(language: Language = 'en'): Promise<void> {
  wanted = language;
  const [base, panels] = await Promise.all([catalogues[language](), panelCatalogues?.[language]()]);
  const words = { ...base } as Strings;
  const missing = () => [...sections].filter((section) => !(section in words));
  // A panel that is opened meanwhile needs its words in this language, too.
  while (missing().length > 0) await Promise.all(missing().map((section) => fill(words, panels, section)));
  if (wanted !== language) return;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  shown.setState({ loaded: { language, words, panels } });
}

/** Loads the words that only one panel shows; they are there from then on. The panel's `load` waits for it. */
export async function loadPanelStrings(section: PanelSection): Promise<void> {
  sections.add(section);
  const { words, panels } = current();
  if (section in words) return;
  await fill(words, panels, section);
  if (current().words !== words) await loadPanelStrings(section);
}

async function fill(words: Strings, panels: PanelSections | undefined, section: PanelSection): Promise<void> {
  Object.assign(words, { [section]: await panels?.[section]() });
}

function current(): Loaded {
  const { loaded } = shown.getState();
  if (!loaded) throw new Error('the catalogue is not loaded yet');
  return loaded;
}

/** The words, outside React. */
export const strings = (): Strings => current().words;

/** The words, in a component: it is drawn again when another language is chosen. */
export const useStrings = (): Strings => useStore(shown, current).words;

/** The language that is shown, in a component whose numbers, dates or order depend on it. */
export const useLanguage = (): Language => useStore(shown, current).language;
