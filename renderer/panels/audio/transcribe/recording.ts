import { createStore } from 'zustand/vanilla';
import type { Failure } from '#shared/protocol/failure.ts';

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
