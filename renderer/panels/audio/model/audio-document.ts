import type { RunState } from '#shared/protocol/failure.ts';
import type { FileRef, Stage, TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { type CallFacts, newFacts } from '../../../lib/runs/fold-run.ts';
import type { SpeakSettings } from './speak-settings.ts';
import type { TranscribeSettings } from './transcribe-settings.ts';

/** What is known of a sound without its bytes. */
export interface AudioSource {
  file: FileRef;
  /** `null` for what the browser could not look into. */
  container: string | null;
  codec: string | null;
  channels: number | null;
  /** Hz. */
  sampleRate: number | null;
  /** Seconds. */
  duration: number | null;
  /** Loudest samples by column, from 0 to 1; empty while they are not known. */
  peaks: number[];
  /** What is wrong with it, seen before anything was sent. */
  faults: SourceFault[];
  /** Its waveform was begun and not finished: it is drawn again only when that is asked for. */
  examined?: 'started';
}

export type SourceFault =
  | 'empty'
  | 'page'
  | 'not-sound'
  | 'no-track'
  | 'broken-wav'
  | 'short-wav'
  | 'odd-wav'
  | 'undecodable'
  | 'stuck'
  | 'silent'
  | 'very-short';

/** Samples can be made of it here. */
export const isDecodable = (faults: readonly SourceFault[]): boolean =>
  !faults.includes('undecodable') && !faults.includes('stuck');

/** What one exchange is asked for. */
export type CallSpec =
  | { kind: 'hear'; file: FileRef; offset: number; seconds: number | null }
  | { kind: 'speak'; voice: string };

/** One exchange of a document, as far as it came. */
export interface AudioCall extends CallFacts {
  id: string;
  order: CallSpec;
  routeId: RouteId;
  connectionId: string;
  keyId: string | null;
  model: string;
  /** `waiting`: not sent yet, another one is before it. */
  state: 'waiting' | 'running' | RunState;
  stage: Stage | null;
  startedAt: number;
  /** Bytes of the request that are sent, of all, and since when. */
  sending: { sentBytes: number; totalBytes: number | null; since: number; at: number } | null;
  /** As it came: text, or subtitles where those were asked for. */
  text: string;
  language: string | null;
  duration: number | null;
  segments: TranscriptSegment[];
  words: TranscriptWord[];
  /** What was spoken. */
  file: FileRef | null;
  /** The file holds only what had come when it broke off. */
  partial: boolean;
  mediaType: string | null;
  /** Milliseconds from the start to the first sound. */
  firstSoundMs: number | null;
}

/** A sound that is listened to: the file, and each time it was sent. */
export interface TranscribeDocument {
  kind: 'hear';
  id: string;
  createdAt: number;
  name: string;
  /** `null` while it is being recorded. */
  source: AudioSource | null;
  /** The file before it was made smaller; `null` when it is sent as it came. */
  original: AudioSource | null;
  /** Raw 16-bit pieces of a recording that did not end yet, oldest first, and their rate in Hz. */
  recording: { pieces: FileRef[]; sampleRate: number } | null;
  /** Each press of Send, the newest last. */
  runs: TranscribeRun[];
}

/** One press of Send. Several calls where the sound was sent in parts. */
export interface TranscribeRun {
  id: string;
  translate: boolean;
  settings: TranscribeSettings;
  /** Seconds that neighbouring parts share. */
  overlap: number;
  calls: AudioCall[];
}

/** One thing that was said. */
export interface Take {
  id: string;
  settings: SpeakSettings;
  call: AudioCall;
  /** Where the answer was raw samples: the same with a header. */
  wrapped: FileRef | null;
  /** Rate that the raw samples were taken to have, in Hz. */
  rawRate: number;
  /** Seconds, and loudest samples by column; known after it was played or measured. */
  duration: number | null;
  peaks: number[];
  /** How far it was measured; absent before it was begun. After that it is measured again only when that is asked for. */
  examined?: 'started' | 'done' | 'undecodable' | 'stuck';
}

/** A text and its takes. */
export interface SpeakDocument {
  kind: 'speak';
  id: string;
  createdAt: number;
  text: string;
  takes: Take[];
}

/** One voice that speaks the text, and what was understood of it. */
export interface RoundTripRow {
  id: string;
  settings: SpeakSettings;
  hearModel: string;
  speak: AudioCall;
  hear: AudioCall | null;
}

/** A text that is spoken and written down again. */
export interface RoundTripDocument {
  kind: 'trip';
  id: string;
  createdAt: number;
  text: string;
  rows: RoundTripRow[];
}

export type AudioDocument = TranscribeDocument | SpeakDocument | RoundTripDocument;

export const newCall = (
  given: Pick<AudioCall, 'id' | 'order' | 'routeId' | 'connectionId' | 'keyId' | 'model'>,
): AudioCall => ({
  ...given,
  ...newFacts,
  state: 'waiting',
  stage: null,
  startedAt: 0,
  sending: null,
  text: '',
  language: null,
  duration: null,
  segments: [],
  words: [],
  file: null,
  partial: false,
  mediaType: null,
  firstSoundMs: null,
});

/** Every exchange of a document, in the order in which they are sent. */
export function callsOf(document: AudioDocument): AudioCall[] {
  if (document.kind === 'hear') return document.runs.flatMap(({ calls }) => calls);
  if (document.kind === 'speak') return document.takes.map(({ call }) => call);
  return document.rows.flatMap(({ speak, hear }) => (hear ? [speak, hear] : [speak]));
}

/** The document with another state of one of its exchanges. */
export function withCall<D extends AudioDocument>(document: D, call: AudioCall): D;
export function withCall(document: AudioDocument, call: AudioCall): AudioDocument {
  const put = (old: AudioCall) => (old.id === call.id ? call : old);
  if (document.kind === 'hear')
    return { ...document, runs: document.runs.map((run) => ({ ...run, calls: run.calls.map(put) })) };
  if (document.kind === 'speak')
    return { ...document, takes: document.takes.map((take) => ({ ...take, call: put(take.call) })) };
  return {
    ...document,
    rows: document.rows.map((row) => ({ ...row, speak: put(row.speak), hear: row.hear && put(row.hear) })),
  };
}

const isOpen = ({ state }: AudioCall) => state === 'running';
export const isRunning = (document: AudioDocument): boolean => callsOf(document).some(isOpen);
export const isGood = ({ state }: AudioCall): boolean => state === 'done' || state === 'done-with-warnings';

/** How a run of calls stands as a whole: the worst of them, unless one still runs. */
export function stateOf(calls: readonly AudioCall[]): AudioCall['state'] | 'idle' {
  const order = ['running', 'failed', 'interrupted', 'cancelled', 'waiting', 'done-with-warnings', 'done'] as const;
  return order.find((state) => calls.some((call) => call.state === state)) ?? 'idle';
}

/** What a document is called in lists. */
export const titleOf = (document: AudioDocument): string =>
  (document.kind === 'hear' ? document.name : (document.text.trim().split('\n')[0] ?? '')).slice(0, 200);
