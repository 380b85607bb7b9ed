import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Rate of the sound of a session, in Hz, both ways. */
export const sampleRate = 24_000;

interface Levels {
  person: number;
  model: number;
  /** The session whose model is heard now. */
  heardOf: string | null;
}

export const levels = createStore<Levels>(() => ({ person: 0, model: 0, heardOf: null }));
export const useLevels = <T>(pick: (state: Levels) => T): T => useStore(levels, pick);
