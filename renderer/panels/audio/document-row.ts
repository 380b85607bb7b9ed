import type { SavedDocument } from '../../lib/documents/autosave.ts';
import { type AudioDocument, callsOf, isGood, stateOf, titleOf } from './model/audio-document.ts';
import { transcriptOf } from './model/transcript.ts';

/** The row of a document: `kind|state|seconds or count` in its note, and everything that was said as passages. */
export function rowOf(document: AudioDocument, starred: boolean): SavedDocument {
  const calls = callsOf(document);
  const last = document.kind === 'hear' ? (document.runs.at(-1)?.calls ?? []) : calls;
  const number =
    document.kind === 'hear'
      ? Math.round((document.source?.duration ?? 0) * 100) / 100
      : document.kind === 'speak'
        ? document.takes.length
        : document.rows.length;
  const texts =
    document.kind === 'hear'
      ? document.runs.map((run) => transcriptOf(run).text)
      : [document.text, ...calls.filter((call) => call.order.kind === 'hear' && isGood(call)).map(({ text }) => text)];
  return {
    id: document.id,
    panel: 'audio',
    title: titleOf(document),
    starred,
    model: calls.at(-1)?.model ?? null,
    note: `${document.kind}|${stateOf(last)}|${number}`,
    content: JSON.stringify(document),
    passages: texts.filter((text) => text.trim() !== '').map((text, at) => ({ messageId: String(at), text })),
  };
}
