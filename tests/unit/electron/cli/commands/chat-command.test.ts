import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { chat } from '../../../../../electron/cli/commands/chat-command.ts';
import { createRecordingStream, createRecordingTerminal, typedStdin } from '../fake-streams.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
});
afterAll(() => gateway.close());

const patience = { timeout: 30_000 };

test('a conversation shows its target, sends each turn once with the previous ones, and no command of its own', async () => {
  const stdin = typedStdin();
  const screen = createRecordingStream(true);
  const terminal = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  const env = { PATCHBAY_API_KEY: gateway.key };
  const surroundings = { env, version: '1', root: '/', stdin, stderr: screen.stream, openTerminal: () => terminal };
  const ended = chat(['-m', 'demo-chat', '--base-url', gateway.url], surroundings);
  const prompts = () => screen.written().split('> ').length - 1;
  const answers = () => terminal.err().split('completed · ').length - 1;
  await vi.waitFor(() => expect(prompts()).toBeGreaterThan(0), patience);
  expect(terminal.err()).toContain(`demo-chat at ${gateway.url}`);
  for (const [typed, expected] of [
    ['/help', '/exit'],
    ['/model other', 'Unknown command /model'],
    ['/hlep', 'Did you mean /help?'],
  ] as const) {
    stdin.write(`${typed}\r`);
    await vi.waitFor(() => expect(terminal.err()).toContain(expected), patience);
  }
  stdin.write('first line\rsecond line\r');
  await vi.waitFor(() => expect(answers()).toBe(1), patience);
  stdin.write('/usr/bin is what?\r');
  await vi.waitFor(() => expect(answers()).toBe(2), patience);
  stdin.write('/exit\r');
  expect(await ended).toBe(0);
  const sent = gateway
    .requestLog()
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages);
  expect(sent.map((messages) => messages.map(({ role }) => role))).toEqual([['user'], ['user', 'assistant', 'user']]);
  expect(sent[1]?.map(({ content }) => content)).toEqual([
    'first line\nsecond line',
    expect.stringMatching(/./),
    '/usr/bin is what?',
  ]);
});
