import { createStore } from 'zustand/vanilla';
import type { Failure } from '#shared/routes/failure.ts';
import type { SourceFault } from '../model/sound-document.ts';

/** A file that is no sound as far as can be seen, and waits for a word. */
export interface HeldSound {
  file: File;
  fault: SourceFault | 'unreadable' | 'several';
}

interface Intake {
  arriving: { name: string; share: number; stop: () => void } | null;
  held: HeldSound | null;
  /** Why files were not taken in; they can be taken again. */
  failure: Failure | null;
  files: readonly File[];
}

export const intake = createStore<Intake>(() => ({ arriving: null, held: null, failure: null, files: [] }));
