import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { audioStore } from '../audio.ts';
import type { TranscribeDocument, TranscribeRun, TranscriptEdits } from '../model/audio-document.ts';
import { withEdit } from '../model/edits.ts';

/** What each transcript had been corrected to before each correction of this page, oldest first, by run. */
const history = createStore<Record<string, readonly TranscriptEdits[]>>(() => ({}));

export const useCanUndo = (runId: string): boolean => useStore(history, (states) => (states[runId]?.length ?? 0) > 0);

/** Notes the state before a correction, so that all that is typed in it is one step to undo. */
export const beginEdit = ({ id, edits = {} }: TranscribeRun): void =>
  history.setState((states) => ({ [id]: [...(states[id] ?? []), edits] }));

/** Forgets the noted state where nothing was changed. */
export function endEdit({ id, edits = {} }: TranscribeRun): void {
  const states = history.getState()[id] ?? [];
  if (JSON.stringify(states.at(-1)) === JSON.stringify(edits)) history.setState({ [id]: states.slice(0, -1) });
}

/** Corrects one segment, or under `text` a transcript without segments; it is saved within a moment. */
export function editTranscript(
  documentId: string,
  runId: string,
  at: number | 'text',
  text: string,
  original: string,
): void {
  putEdits(documentId, runId, (edits) => withEdit(edits, at, text, original));
}

/** Restores the state before the last correction. */
export function undoEdit(documentId: string, runId: string): void {
  const states = history.getState()[runId] ?? [];
  const before = states.at(-1);
  if (!before) return;
  history.setState({ [runId]: states.slice(0, -1) });
  putEdits(documentId, runId, () => before);
}

function putEdits(documentId: string, runId: string, by: (edits: TranscriptEdits) => TranscriptEdits): void {
  audioStore().edit(documentId, 'hear', (document: TranscribeDocument) => ({
    ...document,
    runs: document.runs.map((run) => (run.id === runId ? { ...run, edits: by(run.edits ?? {}) } : run)),
  }));
}

/** Stores what was really said in the audio of a document; it is saved within a moment. */
export const setReference = (documentId: string, text: string): void =>
  audioStore().edit(documentId, 'hear', ({ reference: _before, ...document }) =>
    text === '' ? document : { ...document, reference: text },
  );
