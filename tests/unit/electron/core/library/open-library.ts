import { onTestFinished } from 'vitest';
import { createLibrary } from '#core/library/library.ts';
import type { Database } from '#core/store/database.ts';
import { type ConversationDocument, conversationDocument } from '#shared/contract/library.ts';
import { asked } from '../../../../support/core/asked.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

/** A library on a database of its own, with shorter words for what the tests do. */
export function openLibrary(db: Database & { folder: string } = tempDatabase()) {
  const { announce, heard } = collectChanges();
  const files = { find: () => null, remove: async () => {} };
  const library = createLibrary({ db, folder: db.folder, files, announce });
  onTestFinished(() => library.close());
  const { area } = library;
  return {
    ...library,
    db,
    heard,
    save: async (document: Partial<ConversationDocument> & { id: string }) =>
      area.save(
        conversationDocument.parse({
          panel: 'chat',
          title: document.id,
          model: null,
          content: '{}',
          revision: 0,
          ...document,
        }),
        asked,
      ),
    open: async (id: string) => area.open({ id }, asked),
    list: async (panel = 'chat') => area.conversations({ panel }, asked),
    remove: async (id: string) => area.remove({ id }, asked),
    search: async (text: string, panel = 'chat') => area.search({ panel, text }, asked),
  };
}

/** Passages with ids `m0`, `m1` ... */
export const passages = (...texts: string[]) => texts.map((text, index) => ({ messageId: `m${index}`, text }));
