import { expect, test } from 'vitest';
import { readTurns } from '#shared/protocol/convert-body.ts';
import type { Part } from '#shared/protocol/part.ts';
import { foldReply, type Replies } from '../../../../../../renderer/lib/inspector/tabs/fold-reply.ts';

const replyOf = (...parts: Part[]): Replies => parts.reduce(foldReply, []);

test('a reply is put together from its deltas, in the order of its choices', () => {
  const replies = replyOf(
    { type: 'run-start', exchangeId: 'x', attempt: 1 },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: 'Hel' },
    { type: 'text-delta', text: 'Other', choice: 1 },
    { type: 'text-delta', text: 'lo' },
    { type: 'finish', reason: 'stop' },
  );
  expect(replies).toEqual([
    { reasoning: 'Hm', text: 'Hello', refusal: '', calls: [] },
    { reasoning: '', text: 'Other', refusal: '', calls: [] },
  ]);
});

test("the provider's own text takes the place of the joined one, and a refusal is kept apart", () => {
  expect(replyOf({ type: 'text-delta', text: 'a' }, { type: 'text-final', text: 'abc' })[0]?.text).toBe('abc');
  expect(replyOf({ type: 'refusal-delta', text: 'No.' })[0]).toMatchObject({ text: '', refusal: 'No.' });
});

test('a tool call that was cut off stays as far as it came; a whole one is as it was told', () => {
  const replies = replyOf(
    { type: 'tool-delta', index: 0, id: 'c', name: 'find', arguments: '{"a"' },
    { type: 'tool-delta', index: 0, arguments: ':1' },
    { type: 'tool-delta', index: 1, name: 'other' },
    { type: 'tool-call', index: 1, id: 'd', name: 'other', arguments: '{}', valid: true },
  );
  expect(replies[0]?.calls).toEqual([
    { name: 'find', arguments: '{"a":1' },
    { name: 'other', arguments: '{}' },
  ]);
});

test('the prompt of each text protocol is read as turns; other bodies are not', () => {
  const hello = (role: 'system' | 'user') => ({ role, pieces: [{ kind: 'text', text: 'hello' }] });
  const chat = '{"messages":[{"role":"system","content":"hello"},{"role":"user","content":"hello"}]}';
  expect(readTurns(chat, 'chat.completions')).toEqual([hello('system'), hello('user')]);
  expect(readTurns('{"instructions":"hello","input":"hello"}', 'responses')).toEqual([hello('system'), hello('user')]);
  expect(readTurns('{"contents":[{"parts":[{"text":"hello"}]}]}', 'native.generateContent')).toEqual([hello('user')]);
  expect(readTurns('no JSON', 'responses')).toBeNull();
  expect(readTurns('{"input":"hello"}', 'embeddings')).toBeNull();
});
