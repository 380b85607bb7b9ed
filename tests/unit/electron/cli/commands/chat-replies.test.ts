import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chat } from '../../../../../electron/cli/commands/chat-command.ts';
import { createRecordingStream, createRecordingTerminal, typedStdin } from '../../../../support/cli/fake-streams.ts';
import { respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-chat-'));
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

interface Body {
  model: string;
  messages: Record<string, unknown>[];
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const details = [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', index: 0 }];
const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** A gateway that seals its reasoning, and accepts no reply of its model `sealed` without it. */
async function startGateway() {
  const bodies: Body[] = [];
  const server = await startRecordingServer(async (request) => {
    if (request.method === 'GET') {
      const models = { object: 'list', data: [{ id: 'sealed' }, { id: 'other' }] };
      request.socket.write(respond(200, { 'content-type': 'application/json' }, JSON.stringify(models)));
      return;
    }
    const body = JSON.parse((await request.body).toString()) as Body;
    bodies.push(body);
    if (body.model === 'painter') {
      const url = `data:image/png;base64,${picture}`;
      const message = { role: 'assistant', content: 'Here.', images: [{ type: 'image_url', image_url: { url } }] };
      const answer = { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
      request.socket.write(respond(200, { 'content-type': 'application/json' }, JSON.stringify(answer)));
      return;
    }
    const isBare = body.messages.some((one) => one.role === 'assistant' && !one.reasoning_details);
    if (body.model === 'sealed' && isBare) {
      const error = { message: 'reasoning_details must be passed back.', type: 'invalid_request_error' };
      request.socket.write(respond(400, { 'content-type': 'application/json' }, JSON.stringify({ error })));
      return;
    }
    const events = [
      event({ reasoning_details: details, reasoning: 'hm' }),
      event({ content: 'Yes.' }),
      event({}, 'stop'),
    ];
    request.socket.write(respond(200, { 'content-type': 'text/event-stream' }, `${events.join('')}data: [DONE]\n\n`));
  });
  onTestFinished(() => server.close());
  return { url: server.url, bodies };
}

/** Starts a conversation with a model of the gateway; `say` types a line and waits for a text. */
function converse(url: string, model: string) {
  const stdin = typedStdin();
  const screen = createRecordingStream(true);
  const terminal = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  const surroundings = {
    env: { PATCHBAY_API_KEY: 'sk-replies-0123456789' },
    version: '1',
    root: '/',
    stdin,
    stderr: screen.stream,
    openTerminal: () => terminal,
  };
  const ended = chat(['-m', model, '--base-url', url, '--no-history'], surroundings);
  const say = async (line: string, expected: string) => {
    await vi.waitFor(() => expect(screen.written()).toContain('> '), { timeout: 20_000 });
    const shown = terminal.err().length;
    stdin.write(`${line}\r`);
    await vi.waitFor(() => expect(terminal.err().slice(shown)).toContain(expected), { timeout: 20_000 });
  };
  return { say, ended, terminal, leave: () => stdin.write('\x04') };
}

test('a conversation sends back what the provider demands, and only to the model that it came from', async () => {
  const gateway = await startGateway();
  const { say, ended, leave } = converse(gateway.url, 'sealed');
  await say('One?', 'completed · ');
  await say('Two?', 'completed · ');
  await say('/model other', 'Model: other');
  await say('Three?', 'completed · ');
  leave();
  expect(await ended).toBe(0);
  const sealed = { role: 'assistant', reasoning_details: details, content: 'Yes.' };
  const bare = { role: 'assistant', content: 'Yes.' };
  expect(gateway.bodies.map(({ messages }) => messages.filter(({ role }) => role === 'assistant'))).toEqual([
    [],
    [sealed],
    [bare, bare],
  ]);
});

test('images of a reply are sent with the next message', async () => {
  // The images are saved in the current folder.
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const gateway = await startGateway();
  const { say, ended, leave } = converse(gateway.url, 'painter');
  await say('Draw a hat', '1 image of this reply will be sent with your next message');
  await say('Make it red', '1 image of this reply');
  leave();
  expect(await ended).toBe(0);
  const [, second] = gateway.bodies;
  expect(second?.messages).toEqual([
    { role: 'user', content: 'Draw a hat' },
    { role: 'assistant', content: 'Here.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Make it red' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
      ],
    },
  ]);
});
