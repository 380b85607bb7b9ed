import { createStore } from 'zustand/vanilla';

/** The call that was asked for from the wire, until another one begins; `null` when none was. */
export const focusedCall = createStore<{ callId: string | null }>(() => ({ callId: null }));
