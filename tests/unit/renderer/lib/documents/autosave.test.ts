import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { createAutosave } from '../../../../../renderer/lib/documents/autosave.ts';
import { type SavedDocument, wholeDocuments } from '../../../../../renderer/lib/documents/document-storage.ts';
import { handLibrary } from './hand-library.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const documentWith = (id: string, content: string): SavedDocument => ({
  id,
  panel: 'p',
  title: id,
  starred: false,
  model: null,
  note: '',
  content,
  passages: [],
});

function setUp(onConflict: 'replace' | 'copy' = 'copy') {
  const library = handLibrary();
  const open = new Map<string, string>();
  const troubles: string[] = [];
  let saves = 0;
  const autosave = createAutosave({
    writer: wholeDocuments(
      {
        open: library.client.open,
        save(document) {
          saves += 1;
          return library.client.save(document);
        },
      },
      ({ content: text }) => text,
    ),
    read(id) {
      const content = open.get(id);
      return content === undefined ? undefined : documentWith(id, content);
    },
    onConflict:
      onConflict === 'replace'
        ? onConflict
        : (id) => {
            open.set(`${id}-copy`, open.get(id) ?? '');
            open.delete(id);
            return `${id}-copy`;
          },
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const content = (id: string) => library.rows.get(id)?.content;
  const writeElsewhere = (id: string, text: string) => {
    const before = library.rows.get(id) as ConversationDocument;
    library.rows.set(id, { ...before, content: text, revision: before.revision + 1 });
  };
  return { autosave, library, open, troubles, content, writeElsewhere, saves: () => saves };
}

test('changes in quick succession become one save', async () => {
  const { autosave, open, content, saves } = setUp();
  for (const text of ['a', 'ab', 'abc']) {
    open.set('d', text);
    autosave.soon('d');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saves()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(saves()).toBe(1);
  expect(content('d')).toBe('abc');
});

test('changes that never pause are saved every two seconds', async () => {
  const { autosave, open, content } = setUp();
  for (let at = 0; at < 25; at += 1) {
    open.set('d', `text ${at}`);
    autosave.soon('d');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(content('d')).toBe('text 19');
});

test('what changes during a save is saved after it, and saves never overlap', async () => {
  const { autosave, open, content, saves, troubles } = setUp();
  open.set('d', 'first');
  const first = autosave.now('d');
  open.set('d', 'second');
  const second = autosave.now('d');
  await Promise.all([first, second]);
  expect(content('d')).toBe('second');
  expect(saves()).toBe(2);
  expect(troubles).toEqual([]);
});

test('a failed save is reported once and retried until it works', async () => {
  const { autosave, open, content, troubles, library } = setUp();
  open.set('d', 'text');
  library.refuse(3);
  await autosave.now('d');
  expect(troubles).toEqual(['save-failed']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(content('d')).toBe('text');
  expect(troubles).toEqual(['save-failed']);
  library.refuse(1);
  await autosave.now('d');
  expect(troubles).toEqual(['save-failed', 'save-failed']);
});

test('a newer version elsewhere turns ours into a copy, which is saved', async () => {
  const { autosave, open, content, troubles, writeElsewhere } = setUp();
  open.set('d', 'ours');
  await autosave.now('d');
  writeElsewhere('d', 'theirs');
  open.set('d', 'ours, changed');
  await autosave.now('d');
  expect([content('d'), content('d-copy')]).toEqual(['theirs', 'ours, changed']);
  expect(troubles).toEqual(['conflict']);
});

test('a newer version with the same content is continued from', async () => {
  const { autosave, open, content, troubles, writeElsewhere } = setUp();
  open.set('d', 'ours');
  await autosave.now('d');
  writeElsewhere('d', 'both');
  open.set('d', 'both');
  await autosave.now('d');
  open.set('d', 'more');
  await autosave.now('d');
  expect(content('d')).toBe('more');
  expect(troubles).toEqual([]);
});

test('a save whose response was lost is no conflict, whatever was written since', async () => {
  const { autosave, open, content, troubles, library } = setUp();
  open.set('d', 'sent');
  library.loseAnswers(1);
  await autosave.now('d');
  open.set('d', 'written since');
  await autosave.now('d');
  expect(content('d')).toBe('written since');
  expect(troubles).toEqual(['save-failed']);
});

test('where the latest save wins, a later save replaces what another window wrote', async () => {
  const { autosave, open, content, troubles, writeElsewhere } = setUp('replace');
  open.set('d', 'ours');
  await autosave.now('d');
  writeElsewhere('d', 'theirs');
  open.set('d', 'ours, later');
  await autosave.now('d');
  expect(content('d')).toBe('ours, later');
  expect(troubles).toEqual([]);
});

test('a dropped document is no longer saved, and is saved again after it was restored', async () => {
  const { autosave, open, content, library } = setUp();
  open.set('d', 'text');
  await autosave.now('d');
  autosave.soon('d');
  autosave.drop('d');
  library.rows.delete('d');
  await autosave.now('d');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(content('d')).toBeUndefined();
  autosave.knows('d', 0);
  await autosave.now('d');
  expect(content('d')).toBe('text');
});

test('a document removed while its save was in flight causes no error', async () => {
  const { autosave, open, troubles, library } = setUp();
  open.set('d', 'text');
  library.refuse(1);
  const saving = autosave.now('d');
  autosave.drop('d');
  await saving;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(troubles).toEqual([]);
  expect(library.rows.size).toBe(0);
});

test('leaving the page flushes pending saves at once', async () => {
  const { autosave, open, content } = setUp();
  open.set('d', 'a');
  open.set('e', 'b');
  autosave.soon('d');
  autosave.soon('e');
  await autosave.flush();
  expect([content('d'), content('e')]).toEqual(['a', 'b']);
});

test('a change at any moment around the end of a save is saved', async () => {
  for (let moments = 0; moments < 12; moments += 1) {
    const { autosave, open, content } = setUp();
    open.set('d', 'first');
    void autosave.now('d');
    for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
    open.set('d', 'second');
    await autosave.now('d');
    expect(content('d')).toBe('second');
  }
});
