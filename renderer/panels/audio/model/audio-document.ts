import type { RunState } from '#shared/protocol/failure.ts';
import type { FileRef, Stage, TranscriptSegment, TranscriptToken, TranscriptWord } from '#shared/protocol/part.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { SpeakSettings } from '../../../lib/generation/speak-settings.ts';
import { type CallFacts, newFacts } from '../../../lib/runs/fold-run.ts';
import type { TranscribeSettings } from './transcribe-settings.ts';

/** Everything known about an audio file besides its bytes. */
export interface AudioSource {
  file: FileRef;
  /** `null` where the browser could not inspect the file. */
  container: string | null;
  codec: string | null;
  channels: number | null;
  /** Hz. */
  sampleRate: number | null;
  /** Seconds. */
  duration: number | null;
  /** Peak level of each column, from 0 to 1; empty while unknown. */
  peaks: number[];
  /** Problems found before anything was sent. */
  faults: SourceFault[];
  /** Computing its waveform started and did not finish: it is computed again only on request. */
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

/** Returns true if this browser can decode the audio. */
export const isDecodable = (faults: readonly SourceFault[]): boolean =>
  !faults.includes('undecodable') && !faults.includes('stuck');

/** What one exchange requests. */
export type CallSpec =
  | { kind: 'hear'; file: FileRef; offset: number; seconds: number | null }
  | { kind: 'speak'; voice: string };

/** One exchange of a document, as far as it got. */
export interface AudioCall extends CallFacts {
  id: string;
  order: CallSpec;
  routeId: RouteId;
  connectionId: string;
  keyId: string | null;
  model: string;
  /** `waiting`: not sent yet, another call is ahead of it. */
  state: 'waiting' | 'running' | RunState;
  stage: Stage | null;
  startedAt: number;
  /** Bytes of the request that were sent, the total, and since when. */
  sending: { sentBytes: number; totalBytes: number | null; since: number; at: number } | null;
  /** As it arrived: text, or subtitles where those were requested. */
  text: string;
  language: string | null;
  duration: number | null;
  segments: TranscriptSegment[];
  words: TranscriptWord[];
  /** The text in tokens with their probabilities, where they were requested. */
  tokens?: TranscriptToken[];
  /** The generated speech. */
  file: FileRef | null;
  /** The file contains only what had arrived before the response broke off. */
  partial: boolean;
  mediaType: string | null;
  /** Milliseconds from the start to the first audio. */
  firstSoundMs: number | null;
}

/** An audio file to transcribe, and each time it was sent. */
export interface TranscribeDocument {
  kind: 'hear';
  id: string;
  createdAt: number;
  name: string;
  /** `null` while it is being recorded. */
  source: AudioSource | null;
  /** The file before it was reduced; `null` when it is sent unchanged. */
  original: AudioSource | null;
  /** Raw 16-bit chunks of an unfinished recording, oldest first, and their sample rate in Hz. */
  recording: { pieces: FileRef[]; sampleRate: number } | null;
  /** What was really said; the error rates of all runs refer to it. Absent while none was given. */
  reference?: string;
  /** Each transcript, the newest last. */
  runs: TranscribeRun[];
}

/** One transcript by one model. It has several calls where the audio was sent in parts. */
export interface TranscribeRun {
  id: string;
  /** Runs of one press of Send share it; absent in documents of earlier versions. */
  batch?: string;
  translate: boolean;
  settings: TranscribeSettings;
  /** Seconds that neighboring parts share. */
  overlap: number;
  calls: AudioCall[];
}

/** One speech generated from a text. */
export interface Take {
  id: string;
  /** Takes of one press of Generate share it; absent in documents of earlier versions. */
  batch?: string;
  settings: SpeakSettings;
  call: AudioCall;
  /** The same audio with a header, where the response was raw samples. */
  wrapped: FileRef | null;
  /** Assumed sample rate of the raw samples, in Hz. */
  rawRate: number;
  /** Seconds, and peak level by column; known after it was played or measured. */
  duration: number | null;
  peaks: number[];
  /** How far measuring got; absent before it started. After that it is measured again only on request. */
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

export type AudioDocument = TranscribeDocument | SpeakDocument;

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

/** Returns all exchanges of a document in the order in which they are sent. */
export function callsOf(document: AudioDocument): AudioCall[] {
  return document.kind === 'hear'
    ? document.runs.flatMap(({ calls }) => calls)
    : document.takes.map(({ call }) => call);
}

/** Returns the exchanges of the newest press of Send. */
export function newestCalls(document: AudioDocument): AudioCall[] {
  const newest = <Item extends { batch?: string }>(items: readonly Item[]): Item[] => {
    const last = items.at(-1);
    return items.filter((item) => item === last || (item.batch !== undefined && item.batch === last?.batch));
  };
  return document.kind === 'hear'
    ? newest(document.runs).flatMap(({ calls }) => calls)
    : newest(document.takes).map(({ call }) => call);
}

/** Returns the milliseconds from the first start to the last end of calls that may overlap; 0 while none has ended. */
export function elapsedMs(calls: readonly AudioCall[]): number {
  const ended = calls.filter(({ startedAt, endMs }) => startedAt > 0 && endMs !== null);
  if (ended.length === 0) return 0;
  const starts = ended.map(({ startedAt }) => startedAt);
  return Math.max(...ended.map(({ startedAt, endMs }) => startedAt + (endMs ?? 0))) - Math.min(...starts);
}

/** Returns the document with one of its exchanges replaced. */
export function withCall<D extends AudioDocument>(document: D, call: AudioCall): D;
export function withCall(document: AudioDocument, call: AudioCall): AudioDocument {
  const put = (old: AudioCall) => (old.id === call.id ? call : old);
  // Runs without the call stay the same objects: what was computed from them is still valid.
  const holds = ({ calls }: TranscribeRun) => calls.some(({ id }) => id === call.id);
  if (document.kind === 'hear')
    return {
      ...document,
      runs: document.runs.map((run) => (holds(run) ? { ...run, calls: run.calls.map(put) } : run)),
    };
  return { ...document, takes: document.takes.map((take) => ({ ...take, call: put(take.call) })) };
}

const isOpen = ({ state }: AudioCall) => state === 'running';
export const isRunning = (document: AudioDocument): boolean => callsOf(document).some(isOpen);
export const isSuccessful = ({ state }: AudioCall): boolean => state === 'done' || state === 'done-with-warnings';

/** Returns the state of several calls as a whole: the worst of them, unless one is still running. */
export function stateOf(calls: readonly AudioCall[]): AudioCall['state'] | 'idle' {
  const order = ['running', 'failed', 'interrupted', 'cancelled', 'waiting', 'done-with-warnings', 'done'] as const;
  return order.find((state) => calls.some((call) => call.state === state)) ?? 'idle';
}

/** Returns the name of a document in lists. */
export const titleOf = (document: AudioDocument): string =>
  (document.kind === 'hear' ? document.name : (document.text.trim().split('\n')[0] ?? '')).slice(0, 200);
