import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ConversationDocument } from '#shared/contract/library.ts';
import { createDocumentStore, type Documents } from '../../../../../renderer/lib/documents/document-store.ts';
import { handLibrary } from './hand-library.ts';

interface Paper {
  id: string;
  text: string;
  running?: boolean;
}

/** One window's documents in a library that several windows share. */
function openWindow(rows: Map<string, ConversationDocument>, conflict: 'copy' | 'replace' = 'copy') {
  const library = handLibrary(rows);
  const store = createStore<Documents<Paper>>(() => ({ open: {}, openId: '' }));
  const troubles: string[] = [];
  const read: string[] = [];
  let opened = 0;
  const documents = createDocumentStore<Paper>({
    store,
    library: {
      ...library.client,
      open(input) {
        opened += 1;
        return library.client.open(input);
      },
    },
    rowOf: (paper, starred) => ({
      id: paper.id,
      panel: 'p',
      title: paper.text,
      starred,
      model: null,
      note: '',
      content: JSON.stringify(paper),
      passages: [],
    }),
    isBlank: ({ text }) => text === '',
    isRunning: ({ running }) => running === true,
    ...(conflict === 'copy' ? { copyOf: (mine: Paper) => ({ ...mine, id: `${mine.id}-copy` }) } : {}),
    onRead: ({ id }) => read.push(id),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const write = (id: string, text: string) => documents.change(id, (paper) => ({ ...paper, text }));
  return { documents, store, troubles, read, write, opened: () => opened };
}

const textIn = (rows: Map<string, ConversationDocument>, id: string) =>
  (JSON.parse(rows.get(id)?.content ?? 'null') as Paper | null)?.text;

async function begin(text: string, conflict?: 'replace') {
  const rows = new Map<string, ConversationDocument>();
  const one = openWindow(rows, conflict);
  one.documents.show({ id: 'd', text });
  await one.documents.save('d');
  const two = openWindow(rows, conflict);
  return { rows, one, two };
}

test('a document is read once, even when requested twice concurrently, and its calls are resumed once', async () => {
  const { two } = await begin('text');
  const [first, second] = await Promise.all([two.documents.load('d'), two.documents.open('d')]);
  expect([first?.text, second]).toEqual(['text', true]);
  expect(two.read).toEqual(['d']);
  await two.documents.load('d');
  expect(two.opened()).toBe(2);
  expect(two.documents.current().text).toBe('text');
});

test('a deleted document is not opened, and the open one stays open', async () => {
  const { one } = await begin('text');
  expect(await one.documents.open('nothing')).toBe(false);
  expect(await one.documents.load('nothing')).toBeNull();
  expect(one.store.getState().openId).toBe('d');
});

test('a blank document is stored with its first content, and stays stored when that is removed', async () => {
  const { rows, one, write } = await begin('').then((begun) => ({ ...begun, write: begun.one.write }));
  expect(rows.size).toBe(0);
  write('d', 'a');
  await one.documents.flush();
  expect(textIn(rows, 'd')).toBe('a');
  write('d', '');
  await one.documents.flush();
  expect(textIn(rows, 'd')).toBe('');
});

test('a change without effect is not saved', async () => {
  const { rows, one } = await begin('text');
  one.documents.change('d', (paper) => paper);
  await one.documents.flush();
  expect(rows.get('d')?.revision).toBe(1);
});

test('a change in another window turns ours into a copy, and every later change under the old id goes to the copy', async () => {
  const { rows, one, two } = await begin('text');
  await two.documents.open('d');
  two.write('d', 'theirs');
  await two.documents.flush();
  one.write('d', 'ours');
  await one.documents.flush();
  one.write('d', 'ours, later');
  await one.documents.flush();
  expect([textIn(rows, 'd'), textIn(rows, 'd-copy')]).toEqual(['theirs', 'ours, later']);
  expect([one.documents.nowIn('d'), one.store.getState().openId]).toEqual(['d-copy', 'd-copy']);
  expect(Object.keys(one.store.getState().open)).toEqual(['d-copy']);
  expect(one.troubles).toEqual(['conflict']);
  // What is stored under the old id belongs to the other window.
  await one.documents.refresh('d');
  expect(Object.keys(one.store.getState().open)).toEqual(['d-copy']);
});

test('after a conflict the other version is opened under its id, once nothing runs in the copy', async () => {
  const { one, two } = await begin('text');
  await two.documents.open('d');
  two.write('d', 'theirs');
  await two.documents.flush();
  one.documents.change('d', (paper) => ({ ...paper, text: 'ours', running: true }));
  await one.documents.flush();
  await one.documents.open('d');
  expect(one.documents.current()).toMatchObject({ id: 'd-copy', text: 'ours' });
  one.documents.change('d', (paper) => ({ ...paper, running: false }));
  await one.documents.open('d');
  expect(one.documents.current()).toEqual({ id: 'd', text: 'theirs' });
  one.write('d', 'theirs and ours');
  expect(Object.values(one.store.getState().open).map(({ text }) => text)).toEqual(['ours', 'theirs and ours']);
});

test('without a copy ours replaces what another window stored', async () => {
  const { rows, one, two } = await begin('text', 'replace');
  await two.documents.open('d');
  two.write('d', 'theirs');
  await two.documents.flush();
  one.write('d', 'ours');
  await one.documents.flush();
  expect([...rows.keys()]).toEqual(['d']);
  expect(textIn(rows, 'd')).toBe('ours');
  expect(one.troubles).toEqual([]);
});

test('what another window stored is loaded, and edited from there', async () => {
  const { rows, one, two } = await begin('text');
  await two.documents.open('d');
  two.write('d', 'theirs');
  await two.documents.flush();
  await one.documents.refresh('d');
  expect(one.documents.read('d')?.text).toBe('theirs');
  one.write('d', 'theirs and ours');
  await one.documents.flush();
  expect([rows.size, textIn(rows, 'd'), one.troubles]).toEqual([1, 'theirs and ours', []]);
});

test('a document being edited here, or running here or there, is not replaced', async () => {
  const { rows, one, two } = await begin('text');
  const newer = (paper: Paper) =>
    rows.set('d', { ...(rows.get('d') as ConversationDocument), revision: 9, content: JSON.stringify(paper) });
  one.write('d', 'being typed');
  newer({ id: 'd', text: 'theirs' });
  await one.documents.refresh('d');
  expect(one.documents.read('d')?.text).toBe('being typed');
  await two.documents.open('d');
  newer({ id: 'd', text: 'running there', running: true });
  rows.set('d', { ...(rows.get('d') as ConversationDocument), revision: 10 });
  await two.documents.refresh('d');
  expect(two.documents.read('d')?.text).toBe('theirs');
  two.documents.update('d', (paper) => ({ ...paper, running: true }));
  newer({ id: 'd', text: 'done there' });
  rows.set('d', { ...(rows.get('d') as ConversationDocument), revision: 11 });
  await two.documents.refresh('d');
  expect(two.documents.read('d')?.text).toBe('theirs');
});

test('a listed document is changed and starred without being opened, and keeps its star', async () => {
  const { rows, two } = await begin('text');
  await two.documents.star('d', true);
  await two.documents.edit('d', (paper) => ({ ...paper, text: 'renamed' }));
  expect(rows.get('d')).toMatchObject({ starred: true, title: 'renamed' });
  expect(two.store.getState().openId).toBe('');
});

test('a removed document is no longer saved, and is stored again when it is restored', async () => {
  const { rows, one } = await begin('text');
  const paper = one.documents.current();
  one.write('d', 'late');
  await one.documents.remove('d');
  await one.documents.flush();
  expect([rows.size, one.documents.read('d')]).toEqual([0, undefined]);
  await one.documents.restore(paper);
  expect(textIn(rows, 'd')).toBe('text');
});
