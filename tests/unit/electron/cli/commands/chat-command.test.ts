import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { chat } from '../../../../../electron/cli/commands/chat-command.ts';
import { createRecordingStream, createRecordingTerminal, typedStdin } from '../../../../support/cli/fake-streams.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-chat-'));
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
});
afterAll(async () => {
  await gateway.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const patience = { timeout: 30_000 };

interface Messages {
  model: string;
  messages: { role: string; content: unknown }[];
}

/** Opens a conversation with the demo gateway; what it prints and sends from now on can be awaited. */
function openChat(...args: string[]) {
  const stdin = typedStdin();
  const screen = createRecordingStream(true);
  const terminal = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  const env = { PATCHBAY_API_KEY: gateway.key };
  const surroundings = { env, version: '1', root: '/', stdin, stderr: screen.stream, openTerminal: () => terminal };
  const before = gateway.requestLog().length;
  const ended = chat(['-m', 'demo-chat', '--base-url', gateway.url, ...args], surroundings);
  const prompts = () => screen.written().split('> ').length - 1;
  return {
    ended,
    terminal,
    screen,
    sent: () =>
      gateway
        .requestLog()
        .slice(before)
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => JSON.parse(body) as Messages),
    /** Types a line once the conversation waits for one, and waits for this text on stderr after it. */
    async say(line: string, expected: string) {
      await vi.waitFor(() => expect(prompts()).toBeGreaterThan(0), patience);
      const shown = terminal.err().length;
      stdin.write(`${line}\r`);
      await vi.waitFor(() => expect(terminal.err().slice(shown)).toContain(expected), patience);
    },
    type: (text: string) => stdin.write(text),
  };
}

test('a conversation shows its target, sends each turn once with the previous ones, and no command of its own', async () => {
  const { ended, terminal, sent, say, type } = openChat();
  await say('/help', '/exit');
  expect(terminal.err()).toContain(`demo-chat at ${gateway.url}`);
  expect(terminal.err()).toContain('chat.completions');
  await say('/unknown', 'Unknown command /unknown');
  await say('/hlep', 'Did you mean /help?');
  await say('first line\rsecond line', 'completed · ');
  await say('/usr/bin is what?', 'completed · ');
  type('/exit\r');
  expect(await ended).toBe(0);
  expect(sent().map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['user'],
    ['user', 'assistant', 'user'],
  ]);
  expect(sent()[1]?.messages.map(({ content }) => content)).toEqual([
    'first line\nsecond line',
    expect.stringMatching(/./),
    '/usr/bin is what?',
  ]);
});

test('slash commands change the model and the system prompt, attach files, retry, save and clear', async () => {
  const { ended, sent, say, type } = openChat();
  const [text, image, json, markdown] = ['my notes.txt', 'dot.png', 'saved.json', 'saved.md'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];
  await writeFile(text, 'the notes');
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await writeFile(image, Buffer.from(png, 'base64'));
  await say('/save x.md', 'nothing to save');
  await say('/retry', 'no message to send again');
  await say('/model', 'Listed: ');
  await say('/model demo-cha', 'Did you mean demo-chat?');
  await say('/model demo-reasoner', 'Model: demo-reasoner.');
  await say('/system Be brief', 'System prompt: Be brief');
  await say(`/file ${text}`, 'Attached my notes.txt (9 B)');
  await say(`/file "${image}"`, 'Attached dot.png');
  await say('/file /nowhere/x', 'cannot be read (ENOENT)');
  await say(`/file ${process.execPath}`, 'at most');
  await say('What is this?', 'completed · ');
  await say('/retry', 'completed · ');
  await say(`/save ${json}`, `Saved to ${json}: 3 messages.`);
  await say(`/save ${json}`, 'already exists. Choose another name.');
  await say(`/save ${markdown}`, 'Saved to');
  await say('/clear', 'New conversation');
  await say('/system ""', 'no system prompt');
  await say('Hello', 'completed · ');
  type('\x04');
  expect(await ended).toBe(0);
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'text', text: 'my notes.txt:\nthe notes' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
  ];
  const first = { role: 'system', content: 'Be brief' };
  expect(sent()).toMatchObject([
    { model: 'demo-reasoner', messages: [first, { role: 'user', content }] },
    { model: 'demo-reasoner', messages: [first, { role: 'user', content }] },
    { model: 'demo-reasoner', messages: [{ role: 'user', content: 'Hello' }] },
  ]);
  expect(sent().map(({ messages }) => messages.length)).toEqual([2, 2, 1]);
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({
    model: 'demo-reasoner',
    messages: [first, { role: 'user' }, { role: 'assistant', content: expect.stringMatching(/./) }],
  });
  expect(await readFile(markdown, 'utf8')).toMatch(/^## System\n\nBe brief\n\n## User\n\n[\s\S]*\n## Assistant\n\n./);
});

test('a turn without a reply is kept for editing and is not part of the conversation', async () => {
  const { ended, sent, say, type, screen } = openChat('--no-history');
  await say('/model faulty/500', 'Model: faulty/500');
  await say('Hello', 'Your message is kept');
  await vi.waitFor(() => expect(screen.written().match(/Hello/g)).toHaveLength(2), patience);
  type('\x15');
  await say('/model demo-chat', 'Model: demo-chat.');
  await say('/retry', 'completed · ');
  type('\x04');
  expect(await ended).toBe(0);
  expect(sent().map(({ model, messages }) => [model, messages.length])).toEqual([
    ['faulty/500', 1],
    ['demo-chat', 1],
  ]);
  expect(await readFile(path.join(folder, 'chat-history'), 'utf8')).not.toContain('faulty/500');
});

test('Ctrl-C stops a reply only: three seconds later, the next message is sent', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const { ended, terminal, sent, say, type } = openChat('-m', 'faulty/hang-mid-body');
  try {
    type('Count to 30\r');
    await vi.waitFor(() => expect(terminal.out()).toMatch(/./), patience);
    type('\x03');
    await vi.waitFor(() => expect(terminal.err()).toContain('stopped · '), patience);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await say('/model demo-chat', 'Model: demo-chat');
    await say('hi', 'completed · ');
    expect(sent()).toHaveLength(2);
    type('/exit\r');
    expect(await ended).toBe(0);
    expect(exit).not.toHaveBeenCalled();
  } finally {
    exit.mockRestore();
  }
});
