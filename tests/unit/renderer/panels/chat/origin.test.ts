import { expect, test } from 'vitest';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import {
  type AssistantTurn,
  addTurn,
  type Conversation,
  newConversation,
} from '../../../../../renderer/panels/chat/model/conversation.ts';
import { changedSockets, moveTo, originOf, recordedOrigin } from '../../../../../renderer/panels/chat/model/origin.ts';
import { rowOf } from '../../../../../renderer/panels/chat/model/stored-conversation.ts';
import { madeWith } from '../../../../../renderer/panels/chat/thread/answer-origin.tsx';

const demo = { connectionId: 'demo', connectionName: 'Demo gateway', keyId: 'k1', keyAlias: 'default' };
const live = { connectionId: 'live', connectionName: 'gateway.example', keyId: 'k9', keyAlias: 'ci' };
const reply = (id: string, parentId: string, change: Partial<AssistantTurn> = {}): AssistantTurn => ({
  id,
  parentId,
  createdAt: Number(id.slice(1)),
  role: 'assistant',
  routeId: 'responses',
  model: 'demo-chat',
  ...demo,
  exchangeId: 'x1',
  answer: { ...emptyAnswer, state: 'done', text: 'Hi' },
  ...change,
});
const prompt = { id: 'u0', parentId: null, createdAt: 0, role: 'user' as const, text: 'Hello', attachments: [] };
const answered = (change: Partial<Conversation> = {}, turn = reply('a1', 'u0')): Conversation =>
  [prompt, turn].reduce<Conversation>(
    addTurn,
    newConversation('c1', 0, { ...demo, routeId: 'responses', model: 'demo-chat', ...change }),
  );

test('a conversation belongs nowhere until its first message', () => {
  expect(originOf(newConversation('c1', 0, demo))).toBeNull();
  expect(originOf(answered())).toEqual({ ...demo, routeId: 'responses', model: 'demo-chat' });
});

test('it moves only on request, and then only its next request', () => {
  const moved = moveTo(answered(), live, 'other');
  expect(originOf(moved)).toEqual({ ...live, routeId: 'responses', model: 'other' });
  expect(moved.turns.a1).toMatchObject({ connectionId: 'demo', model: 'demo-chat' });
  const before = answered();
  expect(moveTo(before, demo)).toBe(before);
});

test('the list names the model of the last reply, not the one selected for the next request', () => {
  expect(rowOf(answered({ model: 'chosen-next' })).model).toBe('demo-chat');
  expect(rowOf(newConversation('c1', 0, { model: 'chosen-next' })).model).toBe('chosen-next');
});

test('an earlier conversation belongs to the source of its newest reply, with the names of that record', async () => {
  const { connectionName: _name, keyId: _key, keyAlias: _alias, ...bare } = reply('a1', 'u0');
  // Such a version put the selected connection and its model into whatever was open.
  const { connectionName: _none, ...stored } = answered(
    { ...live, model: 'rewritten', routeId: 'chat.completions' },
    bare,
  );
  const asked: string[] = [];
  const recorded = await recordedOrigin(stored, async (id) => {
    asked.push(id);
    return { connectionName: 'Demo gateway', keyAlias: 'default', draft: { keyId: 'k1' } } as ExchangeDetail;
  });
  expect(asked).toEqual(['x1']);
  expect(originOf(recorded)).toEqual({ ...demo, routeId: 'responses', model: 'demo-chat' });
});

test('an earlier conversation whose record was deleted still belongs to the connection of its newest reply', async () => {
  const { connectionName: _none, ...stored } = answered({ ...live, model: 'rewritten' });
  const recorded = await recordedOrigin(stored, async () => {
    throw new AppError(failure('not-found-here', 'gone', {}));
  });
  expect(originOf(recorded)).toMatchObject({ connectionId: 'demo', keyId: null, model: 'demo-chat' });
});

test('a conversation of this version is used as it is, and no record is requested', async () => {
  const stored = answered({ model: 'chosen-next' });
  expect(await recordedOrigin(stored, () => Promise.reject(new Error('asked')))).toBe(stored);
});

test('a socket counts as changed when it differs from what the newest reply was made with', () => {
  const newest = reply('a1', 'u0');
  const selected = { connectionId: 'demo', keyId: 'k1' };
  const none = { key: false, route: false, model: false };
  expect(changedSockets(answered(), newest, selected)).toEqual(none);
  expect(changedSockets(answered({ model: 'next' }), newest, selected)).toEqual({ ...none, model: true });
  expect(changedSockets(answered({ routeId: 'chat.completions' }), newest, selected)).toEqual({ ...none, route: true });
  expect(changedSockets(answered({ keyId: 'k2' }), newest, { ...selected, keyId: 'k2' })).toEqual({
    ...none,
    key: true,
  });
  // Nothing that is lit came from the other gateway.
  const all = { key: true, route: true, model: true };
  expect(changedSockets(answered(), newest, { connectionId: 'live', keyId: 'k9' })).toEqual(all);
  expect(changedSockets(moveTo(answered(), live), newest, { connectionId: 'live', keyId: 'k9' })).toEqual(all);
});

test('a reply names connection and key only where the conversation used more than one', () => {
  const one = answered();
  expect(madeWith(reply('a1', 'u0'), one)).toEqual({
    model: 'demo-chat',
    routeId: 'responses',
    createdAt: 1,
    connectionName: null,
    keyAlias: null,
  });
  const two = addTurn(one, reply('a2', 'u0', { ...live, model: 'other' }));
  expect(madeWith(reply('a1', 'u0'), two)).toMatchObject({ connectionName: 'Demo gateway', keyAlias: null });
  const otherKey = addTurn(one, reply('a2', 'u0', { keyId: 'k2', keyAlias: 'ci' }));
  expect(madeWith(reply('a1', 'u0'), otherKey)).toMatchObject({ connectionName: null, keyAlias: 'default' });
});
