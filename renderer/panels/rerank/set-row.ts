import type { SavedDocument } from '../../lib/documents/autosave.ts';
import { type RankSet, stateOf, titleOf } from './model/rank-set.ts';

/** The row of the list: `documents|state` in its note; its query and the beginnings of its documents can be searched. */
export function rowOf(set: RankSet): SavedDocument {
  const texts = [set.query, ...set.documents.map(({ text }) => text)].filter((text) => text.trim() !== '');
  return {
    id: set.id,
    panel: 'rerank',
    title: titleOf(set),
    starred: set.starred,
    model: set.model.slice(0, 200) || null,
    note: `${set.documents.length}|${stateOf(set.outcome)}`,
    content: JSON.stringify(set),
    passages: texts.map((text, at) => ({ messageId: String(at), text: text.slice(0, 2000) })),
  };
}
