import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { createDocumentStore, type Documents } from '../../../../../renderer/lib/documents/document-store.ts';
import { documentsInParts } from '../../../../../renderer/lib/documents/documents-in-parts.ts';
import { handLibrary } from './hand-library.ts';

interface Page {
  id: string;
  text: string;
}

interface Book {
  id: string;
  name: string;
  pages: Record<string, Page>;
  isCut?: true;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** One window's books in a library that several windows share. Their last two pages are needed first. */
function openWindow(rows: Map<string, ConversationDocument>) {
  const library = handLibrary(rows);
  const store = createStore<Documents<Book>>(() => ({ open: {}, openId: '' }));
  const saved: string[][] = [];
  const events: string[] = [];
  let toFail = 0;
  let isMissing = 0;
  const client: typeof library.client = {
    ...library.client,
    async open(input) {
      const found = await library.client.open(input);
      return found && { ...found, partCount: found.partCount + isMissing };
    },
    partsAfter(input) {
      if (toFail-- > 0) throw new AppError(failure('storage', 'The disk does not respond.'));
      return library.client.partsAfter(input);
    },
    save(document) {
      saved.push((document.parts ?? []).map(({ id }) => id));
      return library.client.save(document);
    },
  };
  const documents = createDocumentStore<Book>({
    store,
    library: client,
    rowOf: ({ id, name, pages }) => ({
      id,
      panel: 'p',
      title: name,
      starred: false,
      model: null,
      note: '',
      content: JSON.stringify({ id, name, last: Object.keys(pages).slice(-2) }),
      passages: [],
      parts: Object.values(pages).map((page) => ({
        id: page.id,
        source: page,
        write: () => ({ content: JSON.stringify(page), text: page.text }),
      })),
    }),
    storage: documentsInParts<Book, Page>({
      library: client,
      onUnread: () => events.push('unread'),
      fromStored: ({ content }) => ({ ...(JSON.parse(content) as Book), pages: {} }),
      parts: {
        of: ({ pages: all }) => Object.values(all),
        read: (content) => JSON.parse(content) as Page,
        first: (book) => (book as Book & { last: string[] }).last,
        join: ({ id, name }, some, isWhole) => ({
          id,
          name,
          pages: Object.fromEntries(some.map((page) => [page.id, page])),
          ...(isWhole ? {} : { isCut: true }),
        }),
      },
    }),
    copyOf: (mine) => ({ ...mine, id: `${mine.id}-copy` }),
    onRead: () => events.push('read'),
    onTrouble: (trouble) => events.push(trouble),
    onGone: (id) => events.push(`gone ${id}`),
  });
  const write = (page: Page) =>
    documents.change('b', (book) => ({ ...book, pages: { ...book.pages, [page.id]: page } }));
  return {
    documents,
    store,
    saved,
    events,
    write,
    /** The next reads of parts fail. */
    fail(count: number) {
      toFail = count;
    },
    /** As many parts are not found. */
    missing(count: number) {
      isMissing = count;
    },
  };
}

const pageTexts = (book: Book | null | undefined) => Object.values(book?.pages ?? {}).map(({ text }) => text);
const storedTexts = (rows: Map<string, ConversationDocument>, id = 'b') =>
  rows.get(id)?.parts.map(({ content }) => (JSON.parse(content) as Page).text);
const pages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { id: `p${at}`, text: `text ${at}` }]));

/** A stored book of seven pages, the window that wrote it and another one. */
async function begin() {
  const rows = new Map<string, ConversationDocument>();
  const one = openWindow(rows);
  one.documents.show({ id: 'b', name: 'Book', pages: pages(7) });
  await one.documents.save('b');
  return { rows, one, two: openWindow(rows) };
}

const readRest = () => vi.advanceTimersByTimeAsync(100);

test('a document is shown with the parts needed first, and is whole soon after', async () => {
  const { two } = await begin();
  await two.documents.open('b');
  expect(two.documents.current()).toMatchObject({ name: 'Book', isCut: true });
  expect(pageTexts(two.documents.current())).toEqual(['text 5', 'text 6']);
  expect(two.events).toEqual([]);
  await readRest();
  expect(two.documents.current()).toEqual({ id: 'b', name: 'Book', pages: pages(7) });
  expect(two.events).toEqual(['read']);
});

test('who needs the whole document waits for it', async () => {
  const { two } = await begin();
  await two.documents.open('b');
  const loading = two.documents.load('b');
  await readRest();
  expect(pageTexts(await loading)).toHaveLength(7);
  const other = openWindow((await begin()).rows).documents.load('b');
  await readRest();
  expect(pageTexts(await other)).toHaveLength(7);
});

test('only parts that changed are saved, and a copy with all of them', async () => {
  const { rows, one, two } = await begin();
  expect(one.saved).toEqual([Object.keys(pages(7))]);
  one.write({ id: 'p3', text: 'changed' });
  await one.documents.flush();
  one.documents.change('b', (book) => ({ ...book, name: 'Renamed' }));
  await one.documents.flush();
  expect(one.saved.slice(1)).toEqual([['p3'], []]);
  expect(rows.get('b')?.passages).toEqual([]);
  await two.documents.open('b');
  await readRest();
  two.write({ id: 'p0', text: 'theirs' });
  await two.documents.flush();
  one.write({ id: 'p6', text: 'ours' });
  await one.documents.flush();
  expect(one.events).toEqual(['conflict']);
  expect(storedTexts(rows, 'b-copy')).toEqual(['text 0', 'text 1', 'text 2', 'changed', 'text 4', 'text 5', 'ours']);
  expect(storedTexts(rows)?.toSorted()).toEqual(
    ['theirs', 'text 1', 'text 2', 'changed', 'text 4', 'text 5', 'text 6'].toSorted(),
  );
});

test('a change before all parts are there is shown, made again in the whole document, and saved with it', async () => {
  const { rows, two } = await begin();
  await two.documents.open('b');
  two.documents.change('b', (book) => ({
    ...book,
    name: 'Early',
    pages: { ...book.pages, new: { id: 'new', text: `after ${Object.keys(book.pages).length}` } },
  }));
  two.documents.update('b', (book) => ({ ...book, pages: { ...book.pages, p1: { id: 'p1', text: 'noted' } } }));
  expect(two.documents.current()).toMatchObject({ name: 'Early', pages: { new: { text: 'after 2' } } });
  expect(two.saved).toEqual([]);
  await readRest();
  await two.documents.flush();
  expect(two.saved).toEqual([['p1', 'new']]);
  expect(rows.get('b')?.title).toBe('Early');
  expect(storedTexts(rows)?.toSorted()).toEqual(
    ['text 0', 'noted', 'text 2', 'text 3', 'text 4', 'text 5', 'text 6', 'after 7'].toSorted(),
  );
});

/** A change of a setting and of a part, before all parts are there. */
function changeEarly({ documents }: ReturnType<typeof openWindow>) {
  documents.change('b', (book) => ({
    ...book,
    name: `${book.name}, early`,
    pages: { ...book.pages, new: { id: 'new', text: 'new' } },
  }));
}

test('a page that closes before all parts are there has saved what was changed in it', async () => {
  const { rows, two } = await begin();
  rows.set('b', { ...(rows.get('b') as ConversationDocument), note: 'seven pages' });
  await two.documents.open('b');
  changeEarly(two);
  // No time passes: a closing page reads nothing more.
  await two.documents.flush();
  expect(two.saved).toEqual([['new']]);
  expect(rows.get('b')).toMatchObject({ title: 'Book, early', note: 'seven pages' });
  expect(storedTexts(rows)).toHaveLength(8);
  const three = openWindow(rows);
  const whole = three.documents.load('b');
  await readRest();
  expect((await whole)?.name).toBe('Book, early');
  expect(pageTexts(await whole)).toHaveLength(8);
});

test('a page that stays open after all continues with the whole document, changed once', async () => {
  const { rows, two } = await begin();
  await two.documents.open('b');
  changeEarly(two);
  await two.documents.flush();
  two.documents.change('b', (book) => ({ ...book, name: `${book.name}, later` }));
  await readRest();
  expect(two.documents.current()).toEqual({
    id: 'b',
    name: 'Book, early, later',
    pages: { ...pages(7), new: { id: 'new', text: 'new' } },
  });
  await two.documents.flush();
  two.write({ id: 'p0', text: 'changed' });
  await two.documents.flush();
  expect(rows.get('b')?.title).toBe('Book, early, later');
  expect([rows.size, two.events, two.saved]).toEqual([1, ['read'], [['new'], [], ['p0']]]);
});

test('an early save that fails is made with the whole document', async () => {
  const { rows, one, two } = await begin();
  await two.documents.open('b');
  one.write({ id: 'p0', text: 'theirs' });
  await one.documents.flush();
  changeEarly(two);
  await two.documents.flush();
  expect(rows.get('b')?.title).toBe('Book');
  await readRest();
  await two.documents.flush();
  expect([rows.size, rows.get('b')?.title, two.events]).toEqual([1, 'Book, early', ['read']]);
  expect(storedTexts(rows)?.toSorted()).toContain('theirs');
  expect(storedTexts(rows)).toHaveLength(8);
});

test('what another window saves while the rest is read is read as well, and nothing becomes a copy', async () => {
  const { rows, one, two } = await begin();
  await two.documents.open('b');
  two.documents.change('b', (book) => ({ ...book, name: 'Early' }));
  one.write({ id: 'p0', text: 'theirs' });
  await one.documents.flush();
  await readRest();
  await two.documents.flush();
  expect(pageTexts(two.documents.current())[0]).toBe('theirs');
  expect([rows.size, rows.get('b')?.title, two.events]).toEqual([1, 'Early', ['read']]);
});

test('parts that cannot be read are reported once and read again until they are there', async () => {
  const { two } = await begin();
  await two.documents.open('b');
  two.fail(2);
  await readRest();
  expect(two.events).toEqual(['unread']);
  expect(two.documents.current().isCut).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(two.events).toEqual(['unread', 'read']);
  expect(pageTexts(two.documents.current())).toHaveLength(7);
});

test('a document with a missing part is never taken for a whole one', async () => {
  const { two } = await begin();
  two.missing(1);
  await two.documents.open('b');
  await readRest();
  expect([two.events, two.documents.current().isCut]).toEqual([['unread'], true]);
  two.missing(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([two.events, two.documents.current().isCut]).toEqual([['unread', 'read'], undefined]);
});

test('a document deleted elsewhere before all of it is read is left', async () => {
  const { rows, two } = await begin();
  await two.documents.open('b');
  const loading = two.documents.load('b');
  rows.delete('b');
  await readRest();
  expect([await loading, two.documents.read('b'), two.events]).toEqual([null, undefined, ['gone b']]);
  expect(await two.documents.open('b')).toBe(false);
});

test('what another window changed is loaded part by part: unchanged parts stay the same objects', async () => {
  const { one, two } = await begin();
  await two.documents.open('b');
  await readRest();
  const before = two.documents.current();
  one.write({ id: 'p3', text: 'theirs' });
  await one.documents.flush();
  await two.documents.refresh('b');
  expect(pageTexts(two.documents.current())[3]).toBe('theirs');
  expect(two.documents.current().pages.p4).toBe(before.pages.p4);
  two.write({ id: 'p5', text: 'ours' });
  await two.documents.flush();
  expect([two.saved, two.events]).toEqual([[['p5']], ['read']]);
});

test('what another window stored exactly as here is no conflict, and later changes are saved', async () => {
  const rows = new Map<string, ConversationDocument>();
  const library = handLibrary(rows);
  const { documents, events } = openWindow(rows);
  documents.show({ id: 'b', name: 'Book', pages: pages(3) });
  await documents.save('b');
  const { starred, note, model, panel, id, title, content } = rows.get('b') as ConversationDocument;
  const parts = [{ id: 'p1', content: JSON.stringify({ id: 'p1', text: 'sent' }) }];
  await library.client.save({ starred, note, model, panel, id, title, content, parts, passages: [], revision: 1 });
  documents.change('b', (book) => ({ ...book, pages: { ...book.pages, p1: { id: 'p1', text: 'sent' } } }));
  await documents.flush();
  documents.change('b', (book) => ({ ...book, pages: { ...book.pages, p2: { id: 'p2', text: 'later' } } }));
  await documents.flush();
  expect(storedTexts(rows)?.toSorted()).toEqual(['later', 'sent', 'text 0']);
  expect(events).toEqual([]);
});
