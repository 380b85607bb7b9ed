import { expect, test } from 'vitest';
import { emptyAnswer } from '../../../../../renderer/panels/chat/model/answer.ts';
import {
  type AssistantTurn,
  newConversation,
  type UserTurn,
} from '../../../../../renderer/panels/chat/model/conversation.ts';
import { estimateInput } from '../../../../../renderer/panels/chat/model/estimate-input.ts';

const conversation = newConversation('c', 0, { model: 'm' });
const asked = (text: string, files: UserTurn['attachments'] = []): UserTurn => ({
  id: text,
  parentId: null,
  createdAt: 0,
  role: 'user',
  text,
  attachments: files,
});
const replied = (model: string, inputTokens: number | null): AssistantTurn => ({
  id: model,
  parentId: null,
  createdAt: 1,
  role: 'assistant',
  routeId: 'chat.completions',
  connectionId: 'g',
  model,
  exchangeId: 'x',
  answer: {
    ...emptyAnswer,
    state: 'done',
    text: 'A reply of some words.',
    usage: { inputTokens, outputTokens: 6, reasoningTokens: null, cachedTokens: null, totalTokens: null },
  },
});
const question = asked('How many retries should a checkout service allow before it gives up?');
const next = asked('And why?');

test('counts the system prompt, the turns in context and what is being typed', () => {
  const { tokens } = estimateInput(conversation, [question]);
  expect(tokens).toBeGreaterThan(10);
  expect(estimateInput({ ...conversation, system: 'Answer with numbers only.' }, [question]).tokens).toBeGreaterThan(
    tokens,
  );
  expect(estimateInput(conversation, [question, replied('m', null), next]).tokens).toBeGreaterThan(tokens);
});

test('is corrected by what the gateway counted for the same model', () => {
  const turns = (model: string, counted: number | null) => [question, replied(model, counted), next];
  const plain = estimateInput(conversation, turns('m', null)).tokens;
  const before = estimateInput(conversation, [question]).tokens;
  expect(estimateInput(conversation, turns('m', before * 1.5)).tokens).toBeCloseTo(plain * 1.5);
  expect(estimateInput(conversation, turns('another', before * 1.5)).tokens).toBe(plain);
});

test('says when files are left out', () => {
  const file = { id: 'f', name: 'cat.png', type: 'image/png', sizeBytes: 9 };
  expect(estimateInput(conversation, [question]).isWithoutFiles).toBe(false);
  expect(estimateInput(conversation, [asked('Look', [{ file, text: null }])]).isWithoutFiles).toBe(true);
});
