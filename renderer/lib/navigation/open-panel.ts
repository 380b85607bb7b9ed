import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Which panel the page shows. It stands in the hash as `#/<id>`, so that reload and back work; ids are the registry's. */
export const openPanel = createStore<{ id: string }>(() => ({ id: '' }));

export const useOpenPanel = (): string => useStore(openPanel, ({ id }) => id);

/** Shows a panel; the frame follows the hash. */
export function goTo(id: string): void {
  location.hash = `/${id}`;
}

let known: ReadonlySet<string> = new Set();

/** Told once by the registry: the panels of this page. */
export function announcePanels(ids: Iterable<string>): void {
  known = new Set(ids);
}

export const isPanel = (id: string): boolean => known.has(id);

/** The panel that a hash names, or `null`. */
export const panelInHash = (hash: string): string | null => /^#\/([\w-]+)$/.exec(hash)?.[1] ?? null;
