import { createStore } from 'zustand/vanilla';
import type { Failure } from '#shared/protocol/failure.ts';
import type { AudioSource, SourceFault } from '../model/audio-document.ts';

/** A file that does not appear to be audio and waits for a decision. */
interface HeldAudio {
  file: File;
  fault: SourceFault | 'unreadable' | 'several';
  /** What the inspection found, where there was one. */
  inspected?: Omit<AudioSource, 'file'>;
}

interface Intake {
  /** `share` that is stored already; `null` while the file is still being inspected. */
  arriving: { name: string; share: number | null; stop: () => void } | null;
  held: HeldAudio | null;
  /** Why files were not imported; they can be retried. */
  failure: Failure | null;
  files: readonly File[];
}

/** Stored audio whose waveform this page is computing, by file. */
export const drawing = createStore<ReadonlySet<string>>(() => new Set());

export const intake = createStore<Intake>(() => ({ arriving: null, held: null, failure: null, files: [] }));

/** State of the recording; there is only one at a time. */
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
