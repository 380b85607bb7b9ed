import { onTestFinished } from 'vitest';
import { createLibrary } from '#core/library/library.ts';
import type { Database } from '#core/store/database.ts';
import { type ConversationDocument, conversationDocument } from '#shared/contract/library.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

/** A library on a separate database, with shorthands for the tests. */
export function openLibrary(db: Database & { folder: string } = tempDatabase()) {
  const { announce, announced } = collectChanges();
  const files = { find: () => null, remove: async () => {} };
  const library = createLibrary({ db, dataFolder: db.folder, files, announce });
  onTestFinished(() => library.close());
  const { area } = library;
  return {
    ...library,
    db,
    announced,
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
        callContext,
      ),
    open: async (id: string) => area.open({ id }, callContext),
    parts: async (id: string, revision: number, ids: string[]) => area.parts({ id, revision, ids }, callContext),
    partsAfter: async (id: string, revision: number, from: { since?: number; after?: string } = {}) =>
      area.partsAfter({ id, revision, since: 0, after: '', ...from }, callContext),
    list: async (panel = 'chat') => area.conversations({ panel }, callContext),
    remove: async (id: string) => area.remove({ id }, callContext),
    find: async (text: string, panels = ['chat'], limit = 20) => area.find({ panels, text, limit }, callContext),
    search: async (text: string, panel = 'chat') => area.search({ panel, text }, callContext),
  };
}

/** Passages with ids `m0`, `m1` ... */
export const passages = (...texts: string[]) => texts.map((text, index) => ({ messageId: `m${index}`, text }));
