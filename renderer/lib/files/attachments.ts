import { useStore } from 'zustand';
import type { Attachment } from '#shared/protocol/compose/material.ts';
import { admitChecked, isText } from './admit-checked.ts';
import { createUploads, type Upload, type Uploads } from './uploads.ts';

/** Smaller text files are sent as text: every model reads text, few read files. */
const textLimitBytes = 262_144;

const texts = new Map<string, string>();
const lists = new Map<string, Uploads>();

/** Returns the files attached to the next turn of a document. They outlive the panel. */
export function uploadsOf(documentId: string): Uploads {
  const cached = lists.get(documentId);
  if (cached) return cached;
  const created = createUploads(async (file, options) => {
    const ref = await admitChecked(file, options);
    if (isText(file) && file.size <= textLimitBytes) texts.set(ref.id, await file.text());
    return ref;
  });
  lists.set(documentId, created);
  return created;
}

/** The uploads that have finished and will be sent. */
export const attachmentsIn = (uploads: readonly Upload[]): Attachment[] =>
  uploads.flatMap(({ file }) => (file ? [{ file, text: texts.get(file.id) ?? null }] : []));

export const useUploadsOf = (documentId: string): readonly Upload[] =>
  useStore(uploadsOf(documentId).store, ({ uploads }) => uploads);
