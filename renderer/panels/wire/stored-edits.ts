import type { DraftInput } from '#shared/contract/exchanges.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';

/** A request that is being edited before it is sent. */
export interface Editing {
  draft: DraftInput;
  /** The draft as it was when editing began. */
  original: DraftInput;
  /** The exchange it was made from; `null` for a pasted command. */
  from: { id: string; startedAt: number } | null;
  /** Headers and query fields whose values were not saved across a reload, because they looked like secrets. */
  lost?: readonly string[];
}

export interface Edits {
  /** By the exchange they were made from; `curl` for a pasted one. */
  edits: Readonly<Record<string, Editing>>;
  /** The one the editor shows. */
  openEdit: string | null;
}

/**
 * Most characters of one saved request. A larger one lives only as long as the page: settings are read whole at every
 * start.
 */
const maxStoredLength = 200_000;

/** Called at every change in the editor, so a body that is too long on its own is not serialized just to measure it. */
const isSmall = (editing: Editing): boolean =>
  [editing.draft, editing.original].every(({ body }) => !('text' in body) || body.text.length <= maxStoredLength) &&
  JSON.stringify(editing).length <= maxStoredLength;

/** Returns the part that may be stored: settings contain no secrets. */
export function storableEdits({ edits, openEdit }: Edits): Edits {
  const small = Object.entries(edits).filter(([, editing]) => isSmall(editing));
  return { edits: Object.fromEntries(small.map(([key, editing]) => [key, withoutSecrets(editing)])), openEdit };
}

function withoutSecrets(editing: Editing): Editing {
  const { draft, original, from } = editing;
  const pairs = [...(draft.headers ?? []), ...(draft.query ?? [])];
  const omitted = pairs.flatMap(([name, value]) => (looksSecret(name, value) ? [name] : []));
  const lost = [...new Set([...missingSecrets(editing), ...omitted])];
  return { draft: emptied(draft), original: emptied(original), from, ...(lost.length > 0 && { lost }) };
}

function emptied(draft: DraftInput): DraftInput {
  const empty = (pairs: [string, string][]) =>
    pairs.map(([name, value]): [string, string] => [name, looksSecret(name, value) ? '' : value]);
  return { ...draft, headers: empty(draft.headers ?? []), query: empty(draft.query ?? []) };
}

/** Returns the names whose values still have to be entered again. */
export const missingSecrets = ({ draft, lost = [] }: Editing): string[] =>
  lost.filter((name) =>
    [...(draft.headers ?? []), ...(draft.query ?? [])].some((pair) => pair[0] === name && !pair[1]),
  );

/** Reads saved edits; leaves out those an older version wrote in another form. */
export function readEdits(stored: Record<string, unknown>): Partial<Edits> {
  const { edits, openEdit } = stored as { edits?: unknown; openEdit?: unknown };
  if (typeof edits !== 'object' || edits === null) return {};
  const read = Object.entries(edits as Record<string, Partial<Editing> | null>).flatMap(([key, editing]) => {
    const { draft, original, from } = editing ?? {};
    if (!draft?.routeId || !draft.body || !original || from === undefined) return [];
    const isUntouched = JSON.stringify(draft) === JSON.stringify(original);
    return [[key, { ...editing, draft, original: isUntouched ? draft : original, from } satisfies Editing] as const];
  });
  const known = Object.fromEntries(read);
  return { edits: known, openEdit: typeof openEdit === 'string' && openEdit in known ? openEdit : null };
}

/** Requests being edited; they survive a reload and a restart. */
export const useStoredEdits = persistedStore<Edits>(
  'wire-edits',
  { edits: {}, openEdit: null },
  { keep: storableEdits, read: readEdits, shared: 'parts' },
);
