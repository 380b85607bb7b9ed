import type { Client } from '#shared/contract/index.ts';
import type { ConversationDocument, ConversationRow } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';

const partsPerWindow = 2;
/** The revision in which a part was stored; that of its document when a test stored it directly. */
const writtenIn = new WeakMap<object, number>();

/**
 * An in-memory library that rejects saves not based on its newest revision. `rows` is its content by id, with all parts;
 * `loseAnswers(n)` makes the next n saves succeed without a response, `refuse(n)` makes the next n fail.
 */
export function handLibrary(rows = new Map<string, ConversationDocument>()) {
  let toLose = 0;
  let toRefuse = 0;
  const partsIn = (id: string, revision: number) => {
    const row = rows.get(id);
    if (row?.revision !== revision) throw new AppError(failure('conflict', 'A newer one is stored.'));
    return row.parts;
  };
  const client: Client['library'] = {
    async conversations({ panel }): Promise<ConversationRow[]> {
      return [...rows.values()]
        .filter((row) => row.panel === panel)
        .map(({ content: _content, passages: _passages, parts: _parts, revision: _revision, ...row }) => ({
          ...row,
          createdAt: 1,
          updatedAt: 1,
        }));
    },
    async open({ id }) {
      const row = rows.get(id);
      if (!row) return null;
      const { parts = [], passages: _passages, ...head } = row;
      return { ...head, updatedAt: 1, partCount: parts.length };
    },
    async parts({ id, revision, ids }) {
      return partsIn(id, revision).filter((part) => ids.includes(part.id));
    },
    async partsAfter({ id, revision, since, after }) {
      return partsIn(id, revision)
        .filter((part) => part.id > after && (writtenIn.get(part) ?? revision) > since)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, partsPerWindow);
    },
    async save(given) {
      const before = rows.get(given.id)?.revision ?? 0;
      if (toRefuse-- > 0) throw new AppError(failure('storage', 'The disk is full.'));
      if (given.revision !== before) throw new AppError(failure('conflict', 'A newer one is stored.'));
      const { starred = false, note = '', passages = [], parts = [] } = given;
      for (const part of parts) writtenIn.set(part, before + 1);
      const kept = (rows.get(given.id)?.parts ?? []).filter(({ id }) => parts.every((part) => part.id !== id));
      rows.set(given.id, { ...given, starred, note, passages, parts: [...kept, ...parts], revision: before + 1 });
      if (toLose-- > 0) throw new AppError(failure('connection-lost', 'The line broke.'));
      return before + 1;
    },
    remove: async ({ id }) => void rows.delete(id),
    find: async () => [],
    search: async () => [],
  };
  return {
    rows,
    client,
    loseAnswers(count: number) {
      toLose = count;
    },
    refuse(count: number) {
      toRefuse = count;
    },
  };
}
