import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { cannedReply } from '#demo/language/canned.ts';
import { composeReply } from '#demo/language/speak.ts';
import { createPromptMemory } from '#demo/language/usage.ts';
import { replyTo } from '#demo/realtime/deliver-reply.ts';
import { editText } from '#demo/routes/edits.ts';
import { chat } from '../../../../renderer/panels/chat/strings/en.ts';
import { chat as chineseChat } from '../../../../renderer/panels/chat/strings/zh.ts';
import { sampleDraft, sampleRoutesFor } from '../../../../renderer/panels/models/detail/sample-draft.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
});
afterAll(() => gateway.close());

async function post(route: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${gateway.url}${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.text();
}

/** Sends the same prompt over each of the three text protocols. */
async function ask(text: string): Promise<string[]> {
  const message = { role: 'user', content: text };
  const [completion, response, content] = await Promise.all([
    post('/v1/chat/completions', { model: 'demo-chat', messages: [message] }),
    post('/v1/responses', { model: 'demo-chat', input: text }),
    post('/v1beta/models/demo-chat:generateContent', { contents: [{ role: 'user', parts: [{ text }] }] }),
  ]);
  return [
    JSON.parse(completion).choices[0].message.content,
    JSON.parse(response).output[0].content[0].text,
    JSON.parse(content).candidates[0].content.parts[0].text,
  ];
}

describe('every chat starter has its own reply', () => {
  test.each(chat.idle.starts)('$title', async ({ text }) => {
    for (const answer of await ask(text)) {
      expect(answer).toMatch(/\n\n\*Canned answer of the demo gateway: no model ran\.\*$/);
      expect(answer).not.toMatch(/\p{Script=Han}/u);
      expect(answer.length).toBeGreaterThan(300);
    }
  });

  test.each(chineseChat.idle.starts)('$title', async ({ text }) => {
    for (const answer of await ask(text)) {
      expect(answer).toMatch(/\n\n\*演示网关的预设回答：未运行任何模型。\*$/);
      expect(answer.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(60);
    }
  });

  test('in the requested form', () => {
    const [trace, comparison, formula] = chat.idle.starts.map(({ text }) => cannedReply(text)?.text);
    expect(trace).toContain('```tsx\n');
    expect(comparison).toMatch(/^\| \| Server-sent events \| WebSockets \|\n\| :--- \|/);
    expect(comparison).toContain('Recommendation');
    expect(formula).toContain(`**${(1000 * 1.05 ** 10).toFixed(2)}**`);
  });
});

const turn = (text: string): Parameters<typeof composeReply>[0] => ({
  model: 'demo-chat',
  voice: 'chat',
  system: '',
  messages: [{ role: 'user', text, media: [], calls: [], tool: null }],
  tools: [],
  toolChoice: 'auto',
  parallelCalls: true,
  format: { kind: 'text' },
  maxTokens: null,
  stop: [],
  choices: 1,
  temperature: 0,
  seed: null,
  effort: 'medium',
  request: { method: 'POST', path: '/v1/chat/completions', body: {} },
  inChinese: false,
  refuses: false,
  callsTwice: false,
});

test('the prompt in the example script of a realtime session gets a spoken reply', () => {
  const source = path.join(import.meta.dirname, '../../../../renderer/panels/realtime/setup/script-dialog.tsx');
  const [, said = ''] = /do: 'say', text: '([^']+)'/.exec(readFileSync(source, 'utf8')) ?? [];
  const [, includes = ''] = /who: 'model', includes: '([^']+)'/.exec(readFileSync(source, 'utf8')) ?? [];
  const { spoken } = cannedReply(said) ?? { spoken: '' };
  expect(spoken).toContain(includes);
  expect(replyTo(turn(said), 'audio', createPromptMemory()).text).toBe(spoken);
});

test('the sample requests of a model get relevant replies', () => {
  for (const route of sampleRoutesFor(null)) {
    const body = sampleDraft(route, 'demo', 'c', undefined).body as { text: string };
    const said = /Say hello[^"]*/.exec(body.text)?.[0];
    if (said !== undefined && route !== 'audio.speech') expect(cannedReply(said)?.text).toMatch(/^Hello/);
    const { input, instruction } = JSON.parse(body.text);
    if (instruction !== undefined) expect(editText(input, instruction)).toBe('Hello world');
  }
});

test("the demo's own suggestions have replies, and one word is one word", () => {
  const suggestions = composeReply(turn('hello'), 0).match(/(?<=^- \*).+(?=\*$)/gm) ?? [];
  expect(suggestions.length).toBeGreaterThan(3);
  for (const suggestion of suggestions) expect(composeReply(turn(suggestion), 0)).not.toContain('Try one of these');
  expect(composeReply(turn('Compare apples and pears in a table'), 0)).toMatch(/^\| \| Apples \| Pears \|/m);
  expect(composeReply(turn('Patchbay'), 0)).toMatch(/\*\*1 word\*\*: \d+ tokens?\./);
  expect(cannedReply('Something of my own')).toBeNull();
});
