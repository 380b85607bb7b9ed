import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readTurns } from '#shared/protocol/convert-body.ts';
import type { Part } from '#shared/protocol/part.ts';
import { loadStrings } from '../../../../../../renderer/lib/i18n/strings.ts';
import { ReplyText } from '../../../../../../renderer/lib/inspector/tabs/reply-view.tsx';
import { foldReply, type Replies } from '../../../../../../renderer/lib/replies/fold-reply.ts';

await loadStrings();

test('a reply of a megabyte is rendered in steps', () => {
  const long = 'word '.repeat(200_000);
  const call = { id: 'c', name: 'look_up', arguments: JSON.stringify({ long }) };
  const drawn = renderToStaticMarkup(
    <ReplyText reply={{ reasoning: long, text: long, refusal: long, calls: [call] }} />,
  );
  expect(drawn).toContain('word word');
  expect(drawn.length).toBeLessThan(long.length / 5);
  expect(drawn.match(/<button/g)).toHaveLength(4);
});

const replyOf = (...parts: Part[]): Replies => parts.reduce(foldReply, []);

test('a reply is assembled from its deltas, in the order of its choices', () => {
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

test('the provider’s final text replaces the joined one, and a refusal is kept separate', () => {
  expect(replyOf({ type: 'text-delta', text: 'a' }, { type: 'text-final', text: 'abc' })[0]?.text).toBe('abc');
  expect(replyOf({ type: 'refusal-delta', text: 'No.' })[0]).toMatchObject({ text: '', refusal: 'No.' });
});

test('a cut-off tool call keeps what had arrived; a complete one is shown as received', () => {
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
