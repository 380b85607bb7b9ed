import { expect, test } from 'vitest';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import {
  addTurn,
  newConversation,
  pathTo,
  replaceAnswer,
  selectVersion,
  shownTurns,
  siblings,
  type Turn,
  titleFrom,
} from '../../../../../renderer/panels/chat/model/conversation.ts';

const user = (id: string, parentId: string | null, createdAt: number): Turn => ({
  id,
  parentId,
  createdAt,
  role: 'user',
  text: id,
  attachments: [],
});
const assistant = (id: string, parentId: string | null, createdAt: number): Turn => ({
  id,
  parentId,
  createdAt,
  role: 'assistant',
  routeId: 'responses',
  connectionId: 'c',
  model: 'm',
  exchangeId: null,
  answer: emptyAnswer,
});
const shownIds = (conversation: ReturnType<typeof newConversation>) => shownTurns(conversation).map(({ id }) => id);

test('a long conversation is traversed once per state, not once per turn', () => {
  const turns = Array.from({ length: 10_000 }, (_, at) => user(`t${at}`, at === 0 ? null : `t${at - 1}`, at));
  const long = { ...newConversation('c1', 0), turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])) };
  let reads = 0;
  const counted = turns.map(
    (turn) =>
      new Proxy(turn, {
        get(target, name) {
          reads += 1;
          return Reflect.get(target, name);
        },
      }),
  );
  const watched = { ...long, turns: Object.fromEntries(turns.map(({ id }, at) => [id, counted[at] as Turn])) };
  expect(shownIds(watched)).toEqual(turns.map(({ id }) => id));
  expect(reads).toBeLessThan(10 * turns.length);
  expect(shownTurns(watched)).toBe(shownTurns(watched));
  expect(shownTurns({ ...watched })).not.toBe(shownTurns(watched));
});

test('an edit is a branch: both versions stay and the newer one is shown', () => {
  let chat = newConversation('c1', 0);
  for (const turn of [user('u1', null, 1), assistant('a1', 'u1', 2), user('u2', 'a1', 3), assistant('a2', 'u2', 4)])
    chat = addTurn(chat, turn);
  chat = addTurn(chat, user('u2b', 'a1', 5));
  expect(shownIds(chat)).toEqual(['u1', 'a1', 'u2b']);
  expect(siblings(chat, 'a1').map(({ id }) => id)).toEqual(['u2', 'u2b']);
  chat = selectVersion(chat, 'u2b', -1);
  expect(shownIds(chat)).toEqual(['u1', 'a1', 'u2', 'a2']);
  expect(selectVersion(chat, 'u2', -1)).toBe(chat);
});

test('the path of a turn is what is sent with it', () => {
  let chat = newConversation('c1', 0);
  for (const turn of [user('u1', null, 1), assistant('a1', 'u1', 2), assistant('a1b', 'u1', 3)])
    chat = addTurn(chat, turn);
  expect(pathTo(chat, 'a1').map(({ id }) => id)).toEqual(['u1', 'a1']);
  expect(pathTo(chat, null)).toEqual([]);
});

test('a reply that arrives late for a removed turn changes nothing', () => {
  const chat = newConversation('c1', 0);
  expect(replaceAnswer(chat, 'gone', { exchangeId: 'x' })).toBe(chat);
});

test('a title is cut at a word', () => {
  expect(titleFrom('  Hello \n there ')).toBe('Hello there');
  const long = titleFrom('How many retries should we allow for the checkout and how do we keep them from hurting');
  expect(long.length).toBeLessThanOrEqual(61);
  expect(long.endsWith('…')).toBe(true);
  expect(long).not.toMatch(/ …$/);
});
