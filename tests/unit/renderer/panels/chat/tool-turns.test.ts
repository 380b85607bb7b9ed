import { expect, test } from 'vitest';
import type { Client } from '#shared/contract/index.ts';
import { setParameter, type TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { type Answer, emptyAnswer, foldAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import { compose, draftFor } from '../../../../../renderer/panels/chat/model/compose-body.ts';
import {
  type Conversation,
  newConversation,
  type Turn,
} from '../../../../../renderer/panels/chat/model/conversation.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

type Sent = Conversation & { connectionId: string };

async function send(client: Client, conversation: Sent, turns: readonly Turn[]): Promise<Answer> {
  let answer = emptyAnswer;
  for await (const part of client.exchanges.run(draftFor(conversation, compose(conversation, turns))))
    answer = foldAnswer(answer, part, null);
  return answer;
}

const node = (id: string, parentId: string | null) => ({ id, parentId, createdAt: 0 });

/** Asks for a call, returns its output, and returns the reply to it. */
async function callTool(
  client: Client,
  conversation: Sent,
  change: (answer: Answer) => Answer = (answer) => answer,
): Promise<{ first: Answer; second: Answer }> {
  const asked: Turn = { ...node('1', null), role: 'user', text: 'What is the weather in Lima?', attachments: [] };
  const { routeId } = conversation;
  const named = routeId.startsWith('native.') ? 'toolConfig.functionCallingConfig.mode' : 'tool_choice';
  const must = { on: true, value: routeId.startsWith('native.') ? 'ANY' : 'required' };
  const calling = { ...conversation, parameters: setParameter(conversation.parameters, routeId, named, must) };
  const first = await send(client, calling, [asked]);
  const { connectionId, model } = conversation;
  const reply: Turn = {
    ...node('2', '1'),
    role: 'assistant',
    routeId,
    connectionId,
    model,
    exchangeId: null,
    // As a stored conversation is read again.
    answer: JSON.parse(JSON.stringify(change(first))) as Answer,
  };
  const outputs = first.calls.map(({ id, name }) => ({ callId: id, name, output: '{"sky":"grey"}' }));
  const second = await send(client, conversation, [asked, reply, { ...node('3', '2'), role: 'tool', outputs }]);
  return { first, second };
}

const withoutForm = ({ form: _form, ...answer }: Answer): Answer => answer;

async function openDemo() {
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { connectionId } = await client.demo.start({});
  const conversation = (routeId: TextRouteId, model: string, parameters: Conversation['parameters'] = {}): Sent => ({
    ...newConversation('c', 0, { routeId, model, parameters }),
    connectionId: connectionId ?? '',
    tools: [
      {
        name: 'get_weather',
        description: 'Weather in a city',
        parameters: '{"type":"object","properties":{"city":{"type":"string"}}}',
      },
    ],
  });
  return { client, conversation };
}

test.each<[TextRouteId, string, string]>([
  ['chat.completions', 'demo-reasoner', 'The `reasoning_content` in the thinking mode must be passed back'],
  ['native.generateContent', 'demo-tools', 'is missing a thought_signature'],
  ['native.streamGenerateContent', 'demo-reasoner', 'is missing a thought_signature'],
])(
  '%s: outputs for a call of %s are accepted with what the model returned before it, and only so',
  async (...given) => {
    const [routeId, model, refusal] = given;
    const { client, conversation } = await openDemo();
    const { second } = await callTool(client, conversation(routeId, model));
    expect(second).toMatchObject({ state: 'done', failure: null });
    const bare = await callTool(client, conversation(routeId, model), withoutForm);
    expect(bare.second.failure).toMatchObject({ status: 400, gatewayMessage: expect.stringContaining(refusal) });
  },
);

test.each([true, false])(
  'responses: outputs for a call are accepted where the gateway stores replies: %s',
  async (store) => {
    const { client, conversation } = await openDemo();
    const values = setParameter({}, 'responses', 'store', { on: true, value: store });
    for (const include of [false, true]) {
      const json = { on: include, value: '["reasoning.encrypted_content"]' };
      const chat = conversation('responses', 'demo-reasoner', setParameter(values, 'responses', 'include', json));
      const { first, second } = await callTool(client, chat);
      expect(first.form?.entries.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
      expect(second).toMatchObject({ state: 'done', failure: null });
    }
  },
);
