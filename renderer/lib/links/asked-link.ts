import { createStore } from 'zustand/vanilla';

/** The link that waits for the person's word. */
export const linkToConfirm = createStore<{ address: string | null }>(() => ({ address: null }));
