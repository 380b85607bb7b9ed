import { createStore } from 'zustand/vanilla';

/** A save that went wrong and that the person has to hear of; the panel shows it as a toast and clears it. */
export const trouble = createStore<{ what: 'conflict' | 'save-failed' | null }>(() => ({ what: null }));
