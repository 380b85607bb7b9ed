import type { TranscriptSegment } from '#shared/protocol/part.ts';
import { defaultRawRate, type SpeakSettings } from '../../../lib/generation/speak-settings.ts';
import type { AudioCall, AudioDocument, SpeakDocument, TranscribeDocument, TranscribeRun } from './audio-document.ts';
import { defaultTranscribeSettings } from './transcribe-settings.ts';
import { joinWords, transcriptOf } from './transcript.ts';

/** A text that earlier versions spoke and transcribed again, with one row for each voice. */
export interface RoundTripDocument {
  kind: 'trip';
  id: string;
  createdAt: number;
  text: string;
  rows: { id: string; settings: SpeakSettings; speak: AudioCall; hear: AudioCall | null }[];
}

/** A transcript that was corrected by hand: new text by segment, counted from 0, or under `text` as a whole. */
export type CorrectedRun = TranscribeRun & { edits?: Readonly<Record<string, string>> };

/**
 * Returns the documents that one of an earlier version has become, the one with its id first; `null` where it is of this
 * version. Ids of the others are derived, so that they are the same however often it is read.
 *
 * A round trip becomes a text with its takes, and a transcription with the text as reference for each take that was
 * transcribed. A corrected text becomes the reference of its audio, in a document of its own where there is one already.
 */
export function laterDocuments(
  stored: AudioDocument | RoundTripDocument,
): [AudioDocument, ...TranscribeDocument[]] | null {
  if (stored.kind === 'trip') return [speechOf(stored), ...transcriptionsOf(stored)];
  return stored.kind === 'hear' ? withoutCorrections(stored) : null;
}

const speechOf = ({ id, createdAt, text, rows }: RoundTripDocument): SpeakDocument => ({
  ...{ kind: 'speak', id, createdAt, text },
  takes: rows
    // What was never sent has nothing but its voice.
    .filter(({ speak }) => speak.state !== 'waiting')
    .map(({ id: rowId, settings, speak }) => ({
      ...{ id: rowId, batch: id, settings, call: speak, wrapped: null, rawRate: defaultRawRate },
      ...{ duration: null, peaks: [] },
    })),
});

const transcriptionsOf = ({ id, createdAt, text, rows }: RoundTripDocument): TranscribeDocument[] =>
  rows.flatMap(({ id: rowId, settings: { voice }, hear }) => {
    if (hear?.order.kind !== 'hear' || hear.state === 'waiting') return [];
    const facts = { container: null, codec: null, channels: null, sampleRate: null, duration: null };
    return {
      ...{ kind: 'hear', id: `${id}-${rowId}`, createdAt, reference: text, original: null, recording: null },
      name: `${voice}: ${text.trim().split('\n')[0]}`.slice(0, 80),
      source: { file: hear.order.file, ...facts, peaks: [], faults: [] },
      runs: [{ id: hear.id, translate: false, settings: defaultTranscribeSettings, overlap: 0, calls: [hear] }],
    };
  });

function withoutCorrections(document: TranscribeDocument): [TranscribeDocument, ...TranscribeDocument[]] | null {
  const runs = document.runs.map(({ edits, ...run }: CorrectedRun) => ({
    run,
    corrected: edits && Object.keys(edits).length > 0 ? correctedText(run, edits) : null,
  }));
  const corrections = runs.filter(({ corrected }) => corrected !== null);
  if (corrections.length === 0) return null;
  const first = document.reference === undefined ? corrections.pop()?.corrected : null;
  return [
    { ...document, runs: runs.map(({ run }) => run), ...(first && { reference: first }) },
    ...corrections.map(({ run, corrected }) => ({
      ...document,
      id: `${document.id}-${run.id}`,
      reference: corrected ?? '',
      runs: [{ ...run, calls: run.calls.map((call) => ({ ...call, id: `${call.id}-${document.id}` })) }],
    })),
  ];
}

/** A segment that was emptied is left out. */
const correctedText = (run: TranscribeRun, edits: Readonly<Record<string, string>>): string =>
  edits.text?.trim() ??
  joinWords(transcriptOf(run).segments.map(({ text }: TranscriptSegment, at) => edits[at] ?? text));
