import { createStore } from 'zustand/vanilla';
import type { Failure } from '#shared/protocol/failure.ts';
import type { AudioSource, SourceFault } from '../model/audio-document.ts';

/** A file that is no sound as far as can be seen, and waits for a word. */
export interface HeldAudio {
  file: File;
  fault: SourceFault | 'unreadable' | 'several';
  /** What was seen of it, where it was looked into. */
  looked?: Omit<AudioSource, 'file'>;
}

interface Intake {
  /** `share` of what is stored already; `null` while it is still being looked into. */
  arriving: { name: string; share: number | null; stop: () => void } | null;
  held: HeldAudio | null;
  /** Why files were not taken in; they can be taken again. */
  failure: Failure | null;
  files: readonly File[];
}

/** Stored audio whose waveform is being made on this page, by file. */
export const drawing = createStore<ReadonlySet<string>>(() => new Set());

export const intake = createStore<Intake>(() => ({ arriving: null, held: null, failure: null, files: [] }));

/** How the one recording stands. */
interface Recorder {
  state: 'idle' | 'opening' | 'recording' | 'saving';
  documentId: string | null;
  /** From 0 to 1. */
  level: number;
  peak: number;
  seconds: number;
  /** Name of the microphone. */
  label: string;
  failure: Failure | null;
}

export const idleRecorder: Recorder = {
  state: 'idle',
  documentId: null,
  level: 0,
  peak: 0,
  seconds: 0,
  label: '',
  failure: null,
};

export const recorder = createStore<Recorder>(() => idleRecorder);
