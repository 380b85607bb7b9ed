import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Language } from '#shared/contract/language.ts';
import { type LanguageChoice, languageFor, useLanguageChoice } from '../preferences/language.ts';

/** The modules with the strings of panels, by panel. Panels are above this folder: the app lists and declares them. */
// biome-ignore lint/suspicious/noEmptyInterface: declared once more where the modules are listed
export interface PanelStrings {}
export type PanelId = keyof PanelStrings;
/** How each of these modules is fetched, in one language. */
export type PanelStringLoaders = { [Id in PanelId]: () => Promise<PanelStrings[Id]> };

type AllOf<Module> = (Module extends unknown ? (one: Module) => void : never) extends (all: infer All) => void
  ? All
  : never;
type SharedStrings = typeof import('./strings/en.ts');
/**
 * Every string of the page by section. Another language is another object of this type: a missing key does not compile.
 */
export type Strings = SharedStrings & AllOf<PanelStrings[PanelId]>;

/** Each language is a chunk of its own; only the selected one is loaded. */
const catalogs: Record<Language, () => Promise<SharedStrings>> = {
  en: () => import('./strings/en.ts'),
  'zh-CN': () => import('./strings/zh/zh.ts'),
};

let panelCatalogs: Record<Language, () => Promise<PanelStringLoaders>> | undefined;

/** Registers where the strings of panels are, by language. Called before a language that needs them is loaded. */
export function providePanelStrings(lists: Record<Language, () => Promise<PanelStringLoaders>>): void {
  panelCatalogs = lists;
}

interface Loaded {
  language: Language;
  words: Strings;
  loaders: PanelStringLoaders | undefined;
  /** The panels whose strings are loaded. */
  has: Set<PanelId>;
}

const shown = createStore<{ loaded: Loaded | null }>(() => ({ loaded: null }));

/** Panels that have been opened: another language must load their strings as well. */
const opened = new Set<PanelId>();
let wanted: Language = 'en';

/**
 * Loads a catalog and shows it, with the strings of every panel that was opened. Until they have loaded, the previous
 * language stays. Of several requested languages the last one wins.
 */
export async function loadStrings(language: Language = 'en'): Promise<void> {
  wanted = language;
  const [base, loaders] = await Promise.all([catalogs[language](), panelCatalogs?.[language]()]);
  const loaded: Loaded = { language, words: { ...base } as Strings, loaders, has: new Set() };
  const missing = () => [...opened.difference(loaded.has)];
  // A panel that is opened meanwhile needs its strings in this language, too.
  while (missing().length > 0) await Promise.all(missing().map((panel) => fill(loaded, panel)));
  if (wanted !== language) return;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  shown.setState({ loaded });
}

/** Loads the strings that only one panel shows and keeps them. Code that loads a panel awaits this. */
export async function loadPanelStrings(panel: PanelId): Promise<void> {
  opened.add(panel);
  const before = current();
  if (before.has.has(panel)) return;
  await fill(before, panel);
  if (current() !== before) await loadPanelStrings(panel);
}

async function fill({ words, loaders, has }: Loaded, panel: PanelId): Promise<void> {
  Object.assign(words, await loaders?.[panel]());
  has.add(panel);
}

function current(): Loaded {
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
