import type { DraftInput } from '#shared/contract/exchanges.ts';

/** Returns the ids of the stored files that the body of a draft references. */
export function draftFiles(draft: Pick<DraftInput, 'body'> | null | undefined): string[] {
  if (draft?.body.kind === 'json') return (draft.body.inline ?? []).map(({ fileId }) => fileId);
  if (draft?.body.kind !== 'form') return [];
  return draft.body.fields.flatMap((field) => (field.kind === 'file' ? [field.fileId] : []));
}
