import { useStore } from 'zustand';
import type { Attachment } from '#shared/protocol/compose/material.ts';
import { createUploads, type Upload, type Uploads } from '../../../lib/files/uploads.ts';

/** Smaller text files are sent as text: every model reads text, few read files. */
const textLimitBytes = 262_144;

const texts = new Map<string, string>();
const lists = new Map<string, Uploads>();

/** Returns the files attached to a conversation's next turn. They outlive the panel. */
export function uploadsOf(conversationId: string): Uploads {
  const cached = lists.get(conversationId);
  if (cached) return cached;
  const created = createUploads(async (file, options) => {
    const { admitChecked, isText } = await import('../../../lib/files/admit-checked.ts');
    const ref = await admitChecked(file, options);
    if (isText(file) && file.size <= textLimitBytes) texts.set(ref.id, await file.text());
    return ref;
  });
  lists.set(conversationId, created);
  return created;
}

/** The uploads that have finished and will be sent. */
export const attachmentsIn = (uploads: readonly Upload[]): Attachment[] =>
  uploads.flatMap(({ file }) => (file ? [{ file, text: texts.get(file.id) ?? null }] : []));

export const useUploadsOf = (conversationId: string): readonly Upload[] =>
  useStore(uploadsOf(conversationId).store, ({ uploads }) => uploads);
