import { useStore } from 'zustand';
import { createUploads, type Upload, type Uploads } from '../../../lib/files/uploads.ts';
import type { Attachment } from '../model/conversation.ts';

/** Small text files go along as text: every model reads text, few read files. */
const textLimitBytes = 262_144;

const texts = new Map<string, string>();
const lists = new Map<string, Uploads>();

/** The files that go with a conversation's next turn. They outlive the panel. */
export function uploadsOf(conversationId: string): Uploads {
  const known = lists.get(conversationId);
  if (known) return known;
  const made = createUploads(async (file, options) => {
    const { admitChecked, isText } = await import('../../../lib/files/admit-checked.ts');
    const ref = await admitChecked(file, options);
    if (isText(file) && file.size <= textLimitBytes) texts.set(ref.id, await file.text());
    return ref;
  });
  lists.set(conversationId, made);
  return made;
}

/** The files that are there and will be sent. */
export const attachmentsIn = (uploads: readonly Upload[]): Attachment[] =>
  uploads.flatMap(({ file }) => (file ? [{ file, text: texts.get(file.id) ?? null }] : []));

export const useUploadsOf = (conversationId: string): readonly Upload[] =>
  useStore(uploadsOf(conversationId).store, ({ uploads }) => uploads);
