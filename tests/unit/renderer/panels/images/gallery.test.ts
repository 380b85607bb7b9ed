import { describe, expect, test } from 'vitest';
import { showOnStage } from '../../../../../renderer/panels/images/form.ts';
import { filterCards } from '../../../../../renderer/panels/images/gallery/gallery.tsx';
import {
  type Chosen,
  chooseAll,
  chooseCard,
  chooseOne,
  noneChosen,
  selection,
} from '../../../../../renderer/panels/images/gallery/selection.ts';
import {
  type Card,
  cardOf,
  noteOf,
  rowOf,
  sentTogether,
  variationsOf,
} from '../../../../../renderer/panels/images/model/card.ts';
import { type Generation, newCall, tookMs } from '../../../../../renderer/panels/images/model/generation.ts';
import { textEditOf } from '../../../../../renderer/panels/images/model/text-edit.ts';
import { requestedAndActual } from '../../../../../renderer/panels/images/stage/result-facts.tsx';
import { file, orderWith } from './order.ts';

const image = (width: number, height: number) => ({
  index: 0,
  file: file('p'),
  url: null,
  mediaType: 'image/png',
  width,
  height,
  revisedPrompt: null,
  size: `${width}x${height}`,
  quality: 'medium',
  background: 'opaque',
});
const generation: Generation = {
  id: 'abcdef0123456789',
  createdAt: 1_795_000_000_000,
  order: orderWith({ fields: { size: '1536x1024', n: 2, quality: 'high' } }),
  parent: { generationId: 'fedcba9876543210', picture: 0 },
  calls: [{ ...newCall(1_795_000_000_000), state: 'done', pictures: [image(1024, 1024)], endMs: 3200 }],
  thumb: file('12345678-1234-1234-1234-123456789012', 'image/webp'),
};
const row = (change: Partial<Generation> = {}) => ({
  id: generation.id,
  panel: 'images',
  title: 'A boat',
  starred: true,
  model: 'gpt-image-1',
  note: noteOf({ ...generation, ...change }),
  createdAt: 5,
  updatedAt: 6,
});

describe('a card', () => {
  test('shows all of its details in the note of its row, which has room for 120 letters', () => {
    expect(noteOf(generation).length).toBeLessThanOrEqual(120);
    expect(cardOf(row())).toEqual({
      id: generation.id,
      title: 'A boat',
      model: 'gpt-image-1',
      starred: true,
      state: 'done',
      isText: false,
      createdAt: 1_795_000_000_000,
      tookMs: 3200,
      size: '1024x1024',
      requestedSize: '1536x1024',
      imageCount: 1,
      thumbId: '12345678-1234-1234-1234-123456789012',
      parentId: 'fedcba9876543210',
      failureCode: null,
      task: null,
    });
  });

  test('of a task says which row of the monitor follows it, and is not a result without images', () => {
    const [call = newCall(0)] = generation.calls;
    const task = { taskId: 't1', statusWord: 'submitted', rowId: '12345678-1234-1234-1234-123456789012' };
    const waiting = { ...generation, thumb: null, calls: [{ ...call, state: 'done' as const, pictures: [], task }] };
    const card = cardOf({ ...row(), note: noteOf(waiting) });
    expect(card).toMatchObject({ state: 'done', task: { rowId: task.rowId }, thumbId: null, imageCount: 0 });
    expect(noteOf(waiting).length).toBeLessThanOrEqual(120);
    const late = { ...waiting, calls: [{ ...call, state: 'done' as const, task }] };
    expect(cardOf({ ...row(), note: noteOf(late) }).task).toBeNull();
  });

  test('has the duration that the exchange has everywhere else, rounded and not truncated', () => {
    const [call = newCall(0)] = generation.calls;
    const took = (endMs: number) => {
      const measured = { ...generation, calls: [{ ...call, endMs }] };
      return [cardOf({ ...row(), note: noteOf(measured) }).tookMs, tookMs(measured)];
    };
    expect(took(853.7)).toEqual([854, 853.7]);
    // As earlier versions wrote it: the fraction after the dot.
    const old = noteOf(generation).replace('2gw', (853.7).toString(36));
    expect(cardOf({ ...row(), note: old }).tookMs).toBe(854);
  });

  test('of an unreadable row is still a card', () => {
    expect(cardOf({ ...row(), note: '' })).toMatchObject({ state: 'failed', createdAt: 5, thumbId: null });
  });
});

test('the result is shown beside what was requested', () => {
  const rows = Object.fromEntries(
    requestedAndActual(generation, generation.calls[0]?.pictures[0]).map((one) => [one.name, one]),
  );
  expect(rows.size).toMatchObject({ requested: '1536x1024', actual: '1024x1024', verdict: 'other' });
  expect(rows.n).toMatchObject({ requested: '2', actual: '1', verdict: 'other' });
  expect(rows.quality).toMatchObject({ requested: 'high', actual: 'medium', verdict: 'other' });
  expect(rows.background).toMatchObject({ requested: null, actual: 'opaque', verdict: 'chosen' });
});

const card = (id: string, change: Partial<Card> = {}): Card => ({ ...cardOf(row()), id, parentId: null, ...change });

test('a failed request returned no image count', () => {
  const [call = newCall(0)] = generation.calls;
  const failed: Generation = { ...generation, calls: [{ ...call, state: 'failed', pictures: [] }] };
  const n = requestedAndActual(failed, undefined).find(({ name }) => name === 'n');
  expect(n).toMatchObject({ requested: '2', actual: null, verdict: 'unknown' });
});

test('a selection ends when the stage shows something else, and stays with a card of it', () => {
  selection.setState({ ids: new Set(['a', 'b']), at: 'b', from: 'a' });
  showOnStage('b');
  expect(selection.getState().ids.size).toBe(2);
  showOnStage('c');
  expect(selection.getState()).toEqual(noneChosen);
  selection.setState(chooseOne('a'));
  showOnStage(null);
  expect(selection.getState()).toEqual(noneChosen);
});

test('filters and search select cards, newest first', () => {
  const cards = [
    card('a', { createdAt: 1, title: 'Red fox' }),
    card('b', { createdAt: 3, title: 'Blue fox', starred: false }),
    card('c', { createdAt: 2, title: 'Boat', state: 'interrupted', model: 'flux' }),
  ];
  const ids = (...given: Parameters<typeof filterCards>) => filterCards(...given).map(({ id }) => id);
  expect(ids(cards, 'all', '')).toEqual(['b', 'c', 'a']);
  expect(ids(cards, 'starred', '')).toEqual(['c', 'a']);
  expect(ids(cards, 'failed', '')).toEqual(['c']);
  expect(ids(cards, 'all', 'FOX red')).toEqual(['a']);
  expect(ids(cards, 'all', 'flux')).toEqual(['c']);
  expect(ids(cards, 'all', 'nowhere', new Set(['b']))).toEqual(['b']);
});

test('cards of one Send to several models show their models', () => {
  const cards = [
    card('a', { createdAt: 1000, model: 'x' }),
    card('b', { createdAt: 999, model: 'y' }),
    card('c', { createdAt: 998, model: 'y', title: 'Another' }),
    card('d', { createdAt: 5000, model: 'z' }),
  ];
  expect([...sentTogether(cards)].toSorted()).toEqual(['a', 'b']);
  expect(sentTogether([])).toEqual(new Set());
});

test('variations are a tree below the first ancestor, cycles included', () => {
  const cards = [
    card('root'),
    card('child', { parentId: 'root', createdAt: 2 }),
    card('late', { parentId: 'root', createdAt: 3 }),
    card('grandchild', { parentId: 'child', createdAt: 4 }),
    card('other'),
  ];
  expect(variationsOf(cards, 'grandchild').map(({ card: { id }, depth }) => `${depth} ${id}`)).toEqual([
    '0 root',
    '1 child',
    '2 grandchild',
    '1 late',
  ]);
  expect(variationsOf([card('x', { parentId: 'y' }), card('y', { parentId: 'x' })], 'x')).toHaveLength(2);
  expect(variationsOf(cards, 'nobody')).toEqual([]);
});

describe('selecting', () => {
  const order = ['a', 'b', 'c', 'd', 'e'];

  const extend = (before: Chosen, id: string) => chooseCard(before, order, id, { extend: true, toggle: false });
  const toggle = (before: Chosen, id: string) => chooseCard(before, order, id, { extend: false, toggle: true });

  test('one, one more, and a range', () => {
    const one = chooseCard(noneChosen, order, 'b', { extend: false, toggle: false });
    expect(one).toEqual(chooseOne('b'));
    expect([...extend(one, 'd').ids]).toEqual(['b', 'c', 'd']);
    expect([...extend(extend(one, 'd'), 'a').ids]).toEqual(['a', 'b']);
    expect([...toggle(toggle(one, 'e'), 'b').ids]).toEqual(['e']);
    expect([...extend(noneChosen, 'c').ids]).toEqual(['c']);
    expect(chooseAll(order, noneChosen).ids.size).toBe(5);
  });

  test('a range whose anchor is filtered out begins at the first card', () => {
    expect([...extend(chooseOne('gone'), 'b').ids]).toEqual(['a', 'b']);
  });
});

describe('a text edit of an earlier version', () => {
  const [call = newCall(0)] = generation.calls;
  // As that version stored it.
  const stored = {
    ...generation,
    order: { ...orderWith({ prompt: 'Fix the spelling', fields: { n: 2 } }), routeId: 'edits', input: 'teh boat' },
    calls: [{ ...call, pictures: [], texts: ['the boat', '', 'The boat'] }],
    parent: null,
    thumb: null,
  } as unknown as Generation;

  test('shows what was sent and what came back', () => {
    expect(textEditOf(stored)).toEqual({
      input: 'teh boat',
      instruction: 'Fix the spelling',
      results: ['the boat', 'The boat'],
    });
    expect(textEditOf({ ...stored, calls: [newCall(0)] })?.results).toEqual([]);
    expect(textEditOf(generation)).toBeNull();
  });

  test('keeps its card and its searchable texts when it is saved again', () => {
    const again = rowOf(stored, true);
    expect(cardOf({ ...row(), note: again.note })).toMatchObject({ isText: true, state: 'done', imageCount: 0 });
    expect(again.passages.map(({ text }) => text)).toEqual(['Fix the spelling', 'teh boat', 'the boat', 'The boat']);
    expect(textEditOf(JSON.parse(again.content) as Generation)).toEqual(textEditOf(stored));
  });
});
