import type { ComponentType } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * What a panel's entry module exports as `panel`. The frame puts each part into its slot; an absent part gives its room
 * to the work area. The parts of one panel share that panel's own store, never props.
 */
export interface PanelView {
  /** Context list at the left. */
  List?: ComponentType;
  /** Key, route and model above the work area, with the run state at the right. */
  PatchLine?: ComponentType;
  /** Composer and result. */
  Work: ComponentType;
  /** Parameters column at the right. */
  Parameters?: ComponentType;
}

/**
 * The panel that the page shows. It is in the hash as `#/<id>`, so that reload and back work; ids are the registry's.
 */
export const openPanel = createStore<{ id: string }>(() => ({ id: '' }));

export const useOpenPanel = (): string => useStore(openPanel, ({ id }) => id);

/** Shows a panel; the frame follows the hash. */
export function goTo(id: string): void {
  location.hash = `/${id}`;
}

let known: ReadonlySet<string> = new Set();

/** Registers the panels of this page; called once by the registry. */
export function announcePanels(ids: Iterable<string>): void {
  known = new Set(ids);
}

export const isPanel = (id: string): boolean => known.has(id);

/** Returns the panel that a hash names, or `null`. */
export const panelInHash = (hash: string): string | null => /^#\/([\w-]+)$/.exec(hash)?.[1] ?? null;
