import { useStore } from 'zustand';
import { createUploads, type Upload, type Uploads } from '../../../lib/uploads.ts';
import type { Attachment } from '../model/conversation.ts';

const texts = new Map<string, string>();
const lists = new Map<string, Uploads>();

/** The files that go with a conversation's next turn. They outlive the panel. */
export function uploadsOf(conversationId: string): Uploads {
  const known = lists.get(conversationId);
  if (known) return known;
  const made = createUploads(async (file, options) => {
    const { admitAttachment } = await import('./admit-attachment.ts');
    const { file: ref, text } = await admitAttachment(file, options);
    if (text !== null) texts.set(ref.id, text);
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
