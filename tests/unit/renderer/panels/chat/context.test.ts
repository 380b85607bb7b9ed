import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import { type Answer, emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { compose } from '../../../../../renderer/panels/chat/model/compose-body.ts';
import { isLeftOut } from '../../../../../renderer/panels/chat/model/context.ts';
import {
  addTurn,
  type Conversation,
  newConversation,
  pathTo,
  setInContext,
  shownTurns,
  type Turn,
  type UserTurn,
} from '../../../../../renderer/panels/chat/model/conversation.ts';

const failed: Partial<Answer> = { state: 'failed', failure: failure('auth', 'no', {}) };
let at = 0;
const user = (id: string, parentId: string | null): UserTurn => ({
  id,
  parentId,
  createdAt: ++at,
  role: 'user',
  text: id,
  attachments: [],
});
const reply = (id: string, parentId: string, answer: Partial<Answer>): Turn => ({
  id,
  parentId,
  createdAt: ++at,
  role: 'assistant',
  routeId: 'chat.completions',
  connectionId: 'c',
  model: 'm',
  exchangeId: null,
  answer: { ...emptyAnswer, ...answer },
});
const of = (...turns: Turn[]): Conversation => turns.reduce(addTurn, newConversation('c1', 0, { model: 'm' }));
const sentIn = (conversation: Conversation, turns: readonly Turn[] = shownTurns(conversation)) =>
  (JSON.parse(compose(conversation, turns).text) as { messages: { role: string; content: string }[] }).messages.map(
    ({ role, content }) => `${role} ${content}`,
  );

const afterFailures = of(
  user('one', null),
  reply('a1', 'one', { state: 'done', text: 'first' }),
  user('two', 'a1'),
  reply('a2', 'two', failed),
  user('three', 'a2'),
  reply('a3', 'three', { state: 'cancelled' }),
  user('four', 'a3'),
);

test('prompts without a reply are not sent again with later requests', () => {
  expect(sentIn(afterFailures)).toEqual(['user one', 'assistant first', 'user four']);
});

test('a prompt without a reply is sent again where the user includes it', () => {
  expect(sentIn(setInContext(afterFailures, 'two', true))).toEqual([
    'user one',
    'assistant first',
    'user two',
    'user four',
  ]);
});

test('a retry sends the prompt that failed', () => {
  expect(sentIn(afterFailures, pathTo(afterFailures, 'two'))).toEqual(['user one', 'assistant first', 'user two']);
});

test('a cut-off reply stays in the context, and so does a prompt whose reply still runs', () => {
  const cut = of(user('u', null), reply('a', 'u', { state: 'interrupted', text: 'half' }), user('v', 'a'));
  expect(sentIn(cut)).toEqual(['user u', 'assistant half', 'user v']);
  expect(isLeftOut(user('u', null), reply('a', 'u', { state: 'preparing' }))).toBe(false);
});

test('tool results are sent again: without them their calls would have no result', () => {
  const call = { index: 0, id: 'call', name: 'look', arguments: '{}', valid: true };
  const called = of(
    user('u', null),
    reply('a', 'u', { state: 'done', calls: [call] }),
    { id: 't', parentId: 'a', createdAt: ++at, role: 'tool', outputs: [{ callId: 'call', name: 'look', output: '1' }] },
    reply('b', 't', failed),
    user('v', 'b'),
  );
  expect(sentIn(called)).toEqual(['user u', 'assistant null', 'tool 1', 'user v']);
});
