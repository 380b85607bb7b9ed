import type { DraftInput } from '#shared/contract/exchanges.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';

/** A request that is being changed before it is sent. */
export interface Editing {
  draft: DraftInput;
  /** The draft as it was when editing began. */
  original: DraftInput;
  /** The exchange it was made from; `null` for a pasted command. */
  from: { id: string; startedAt: number } | null;
  /** Headers and query fields whose values a reload did not keep, because they looked like secrets. */
  lost?: readonly string[];
}

export interface Edits {
  /** By the exchange they were made from; `curl` for a pasted one. */
  edits: Readonly<Record<string, Editing>>;
  /** The one that the editor shows. */
  openEdit: string | null;
}

/** Characters of one request. What is larger lives as long as the page: settings are read whole at every start. */
const mostKept = 200_000;

/** Asked at every change of an editor: a body that is too long by itself is not written out to be measured. */
const isSmall = (editing: Editing): boolean =>
  [editing.draft, editing.original].every(({ body }) => !('text' in body) || body.text.length <= mostKept) &&
  JSON.stringify(editing).length <= mostKept;

/** What may be written down: settings hold no secrets. */
export function keptEditsOf({ edits, openEdit }: Edits): Edits {
  const small = Object.entries(edits).filter(([, editing]) => isSmall(editing));
  return { edits: Object.fromEntries(small.map(([key, editing]) => [key, withoutSecrets(editing)])), openEdit };
}

function withoutSecrets(editing: Editing): Editing {
  const { draft, original, from } = editing;
  const pairs = [...(draft.headers ?? []), ...(draft.query ?? [])];
  const gone = pairs.flatMap(([name, value]) => (looksSecret(name, value) ? [name] : []));
  const lost = [...new Set([...stillLost(editing), ...gone])];
  return { draft: emptied(draft), original: emptied(original), from, ...(lost.length > 0 && { lost }) };
}

function emptied(draft: DraftInput): DraftInput {
  const empty = (pairs: [string, string][]) =>
    pairs.map(([name, value]): [string, string] => [name, looksSecret(name, value) ? '' : value]);
  return { ...draft, headers: empty(draft.headers ?? []), query: empty(draft.query ?? []) };
}

/** Names whose values are still to be entered again. */
export const stillLost = ({ draft, lost = [] }: Editing): string[] =>
  lost.filter((name) =>
    [...(draft.headers ?? []), ...(draft.query ?? [])].some((pair) => pair[0] === name && !pair[1]),
  );

/** Reads what was kept; what an older version wrote otherwise is left out. */
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

/** Requests that are being changed, over a reload and a restart. */
export const useKeptEdits = persistedStore<Edits>(
  'wire-edits',
  { edits: {}, openEdit: null },
  { keep: keptEditsOf, read: readEdits, shared: 'parts' },
);
