import type { Client } from '#shared/contract/index.ts';
import type { ConversationDocument, ConversationRow } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';

/**
 * An in-memory library that rejects saves not based on its newest revision. `rows` is its content by id; `loseAnswers(n)`
 * makes the next n saves succeed without a response, `refuse(n)` makes the next n fail.
 */
export function handLibrary(rows = new Map<string, ConversationDocument>()) {
  let toLose = 0;
  let toRefuse = 0;
  const client: Client['library'] = {
    async conversations({ panel }): Promise<ConversationRow[]> {
      return [...rows.values()]
        .filter((row) => row.panel === panel)
        .map(({ content: _content, passages: _passages, revision: _revision, ...row }) => ({
          ...row,
          createdAt: 1,
          updatedAt: 1,
        }));
    },
    async open({ id }) {
      const row = rows.get(id);
      return row ? { ...row, updatedAt: 1 } : null;
    },
    async save(given) {
      const before = rows.get(given.id)?.revision ?? 0;
      if (toRefuse-- > 0) throw new AppError(failure('storage', 'The disk is full.'));
      if (given.revision !== before) throw new AppError(failure('conflict', 'A newer one is stored.'));
      const { starred = false, note = '', passages = [] } = given;
      rows.set(given.id, { ...given, starred, note, passages, revision: before + 1 });
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
