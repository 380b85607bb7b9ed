import { createStore } from 'zustand/vanilla';

/** Something about keeping a corpus that the person has to know, until it was said. */
export const trouble = createStore<{ what: 'conflict' | 'save-failed' | 'vectors-lost' | null }>(() => ({
  what: null,
}));
