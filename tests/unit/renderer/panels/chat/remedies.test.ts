import { beforeAll, expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { convertBody } from '#shared/protocol/convert-body.ts';
import { failure } from '#shared/protocol/failure.ts';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { type AssistantTurn, shownTurns } from '../../../../../renderer/panels/chat/model/conversation.ts';
import type { ChatPorts } from '../../../../../renderer/panels/chat/store.ts';
import { createChatStore } from '../../../../../renderer/panels/chat/store.ts';
import { remedies } from '../../../../../renderer/panels/chat/thread/remedies.ts';
import { loadStringsOf } from '../../../../support/panel-strings.ts';
import { handLibrary } from '../../lib/documents/hand-library.ts';
import { startRunByHand } from '../../lib/runs/hand-run.ts';

beforeAll(async () => {
  await loadStringsOf('chat');
});

const words = {
  sendWithout: (name: string) => `without ${name}`,
  convert: 'convert',
  sendAnyway: 'anyway',
  retry: 'retry',
  retryPaid: 'retry, paid',
};

const native = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });

/** A chat whose body was typed in another protocol and rejected, naming that field. */
function misused(override: string, param: string) {
  const sent: DraftInput[] = [];
  let ids = 0;
  const store = createChatStore(
    {
      client: { library: handLibrary().client } as unknown as ChatPorts['client'],
      async *send(draft) {
        sent.push(draft);
        yield* [];
      },
      startRun: startRunByHand,
      newId: () => `id${++ids}`,
      now: () => ids,
      words: () => ({ lost: { message: 'lost', hint: '' }, copyTitle: (title) => title, continuePrompt: 'go on' }),
      onTrouble: () => {},
    },
    { connectionId: 'c1', model: 'demo-chat' },
  );
  store.change((conversation) => ({ ...conversation, override }));
  store.send(null, [{ id: 'u1', parentId: null, createdAt: 1, role: 'user', text: 'x', attachments: [] }]);
  const turn = shownTurns(store.current()).at(-1) as AssistantTurn;
  const answer = { ...emptyAnswer, failure: failure('misuse', 'another protocol', { param }) };
  return { store, sent, found: remedies(turn, answer, words, store, convertBody) };
}

test('a body of another protocol can be converted to what this route accepts', () => {
  const { sent, found } = misused(native, 'contents');
  expect(found.map(({ label }) => label)).toEqual(['convert', 'anyway', 'retry']);
  found[0]?.onSelect();
  const { body } = sent.at(-1) as DraftInput;
  expect(body?.kind === 'json' ? JSON.parse(body.text) : null).toMatchObject({
    model: 'demo-chat',
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

test('a model in the body of a native route is no other protocol', () => {
  const { found } = misused('{"model":"m-1","contents":[]}', 'model');
  expect(found.map(({ label }) => label)).toEqual(['anyway', 'retry']);
});

test.each([
  ['messages.1.reasoning_content: Extra inputs are not permitted', 'reasoning_content'],
  ["Unknown parameter: 'messages[1].reasoning_content'", 'reasoning_content'],
  [
    "[{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'reasoning_details'), 'msg': 'Extra inputs are not permitted'}]",
    'reasoning_details',
  ],
  ['/messages/1/thinking_blocks must NOT have additional properties', 'thinking_blocks'],
])('a field that earlier replies add to the conversation can be left out: %s', (gatewayMessage, name) => {
  const { store, sent } = misused(native, 'contents');
  store.change((conversation) => ({ ...conversation, override: null }));
  const turn = shownTurns(store.current()).at(-1) as AssistantTurn;
  const form = { protocol: 'chat.completions' as const, entries: [{ role: 'assistant', content: 'ok', [name]: 'x' }] };
  const calls = [{ id: 'c1', name: 'f', arguments: '{}' }];
  const reply = { ...turn, answer: { ...turn.answer, text: 'ok', calls, form } } as unknown as AssistantTurn;
  store.change((conversation) => ({ ...conversation, turns: { ...conversation.turns, [turn.id]: reply } }));
  const answer = { ...emptyAnswer, failure: failure('parameter', 'refused', { status: 422, gatewayMessage }) };
  const [first] = remedies(turn, answer, words, store, convertBody);
  expect(first?.label).toBe(`without ${name}`);
  const before = sent.length;
  first?.onSelect();
  expect([store.current().sendsForms, sent.length]).toEqual([false, before + 1]);
  // Once it is left out, there is nothing to offer.
  expect(remedies(turn, answer, words, store, convertBody).map(({ label }) => label)).toEqual(['retry']);
});
