import { expect, test } from 'vitest';
import { failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd, TaskPart } from '#shared/protocol/part.ts';
import { endWith } from '../../../../../electron/cli/commands/run-draft.ts';
import { createHumanPrinter, createJsonPrinter } from '../../../../../electron/cli/output/part-printer.ts';
import { noFiles } from '../../../../../electron/cli/output/response-files.ts';
import { createRecordingTerminal } from '../../../../support/cli/fake-streams.ts';

const end: RunEnd = {
  ...endWith(failure('internal', '')),
  state: 'done',
  error: null,
  sent: 'answered',
  exchangeId: 'x1',
  timeline: { ...endWith(failure('internal', '')).timeline, endMs: 1234.5, firstTokenMs: 210, receivedBytes: 4096 },
};

const task: Omit<TaskPart, 'state' | 'progress'> = {
  type: 'task-state',
  taskId: 't1',
  statusWord: null,
  resultUrls: [],
  errorMessage: null,
  expiresAt: null,
  model: null,
  raw: {},
};

async function show(parts: Part[], { isScreen = false, isKept = true } = {}) {
  const terminal = createRecordingTerminal({ isScreen });
  const printer = createHumanPrinter(terminal, noFiles, isKept);
  for (const part of parts) await printer.print(part);
  return { out: terminal.out(), err: terminal.err() };
}

test('text goes to stdout; reasoning, usage and facts to stderr', async () => {
  const { out, err } = await show(
    [
      { type: 'run-start', exchangeId: 'x1', attempt: 1 },
      { type: 'reasoning-delta', text: 'Let me see' },
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo', choice: 0 },
      { type: 'text-delta', text: 'Other', choice: 1 },
      { type: 'text-final', text: 'Hello' },
      {
        type: 'usage-report',
        inputTokens: 3,
        outputTokens: 2,
        reasoningTokens: null,
        cachedTokens: null,
        totalTokens: 5,
        raw: {},
      },
      { type: 'warning', code: 'no-end-mark', message: 'No end mark.' },
      end,
    ],
    { isScreen: true },
  );
  expect(out).toBe('Hello\n\n--- choice 1 ---\nOther\n');
  expect(err).toContain('Let me see');
  expect(err).toContain('\u001b[33mwarning\u001b[39m: No end mark.\n');
  expect(err).toContain(
    '\u001b[32mcompleted\u001b[39m · 1.2 s · first token 210 ms · tokens 3 in, 2 out · 4.1 KB · recorded as x1\n',
  );
});

test('an exchange that is deleted with the command is not named', async () => {
  const { err } = await show([{ type: 'text-delta', text: 'Hello' }, end], { isKept: false });
  expect(err).toBe('completed · 1.2 s · first token 210 ms · 4.1 KB\n');
});

test('a pipe gets the text as a line, and nothing after it', async () => {
  const { out, err } = await show([
    { type: 'text-delta', text: 'Hello' },
    { type: 'reasoning-delta', text: 'hidden' },
    end,
  ]);
  expect(out).toBe('Hello\n');
  expect(err).not.toContain('hidden');
});

test('a reply in a single part is shown once', async () => {
  expect((await show([{ type: 'text-final', text: 'Whole' }, end])).out).toBe('Whole\n');
});

test('a corrected text follows what was printed, and a call begins on a line of its own', async () => {
  const { out, err } = await show([
    { type: 'text-delta', text: 'Tide first. Noon.' },
    { type: 'tool-call', index: 0, id: 'c', name: 'f', arguments: '{}', valid: true },
    { type: 'audio', mediaType: 'audio/wav', transcript: 'Noon.' },
    { type: 'text-final', text: 'Noon.' },
    end,
  ]);
  expect(out).toBe('Tide first. Noon.\nf({})\n\n\n--- final text ---\nNoon.\n');
  expect(err).toContain('transcript: Noon.');
});

test('other results are one line each', async () => {
  const { out } = await show([
    { type: 'tool-call', index: 0, id: 'c', name: 'weather', arguments: '{"city":1}', valid: true },
    { type: 'vector', index: 0, dimensions: 2, values: [0.5, -1] },
    {
      type: 'ranking',
      results: [
        { index: 2, score: 0.98765, text: 'apple' },
        { index: 0, score: 0.1, text: null },
      ],
    },
    { ...task, state: 'queued', progress: null },
    { ...task, state: 'running', progress: 0.4 },
    { type: 'image', mediaType: 'image/png', url: 'https://x/y.png' },
    { type: 'raw-event', name: null, data: '{"a":1}' },
    end,
  ]);
  expect(out.split('\n')).toEqual([
    'weather({"city":1})',
    '{"index":0,"dimensions":2,"values":[0.5,-1]}',
    '0.9877\t2\tapple',
    '0.1000\t0',
    't1\tqueued',
    't1\trunning\t40%',
    'https://x/y.png',
    '{"a":1}',
    '',
  ]);
});

test('a reply of items alone prints the items; beside other output they are left out', async () => {
  const item: Part = { type: 'item', kind: 'compaction', item: { type: 'compaction', encrypted_content: 'x' } };
  expect((await show([item, end])).out).toBe('{"type":"compaction","encrypted_content":"x"}\n');
  expect((await show([item, { type: 'text-delta', text: 'Hello' }, end])).out).toBe('Hello\n');
});

test('timestamps that are not shown are mentioned', async () => {
  const transcriptPart = (words: { word: string; start: number; end: number }[]): Part => ({
    type: 'transcript',
    duration: 2,
    language: null,
    segments: [],
    words,
  });
  expect((await show([transcriptPart([{ word: 'Hi', start: 0, end: 1 }]), end])).err).toContain('--json');
  expect((await show([transcriptPart([]), end])).err).not.toContain('--json');
});

test('a failure says what happened, in whose words, what is known and what to do', async () => {
  const error = failure('rate-limited', 'The gateway is busy.', {
    status: 429,
    gatewayMessage: 'slow down',
    gatewayCode: 'rpm',
    requestId: 'r1',
    retryAfterMs: 1500,
    hint: 'Wait, then send again.',
  });
  const { err } = await show([{ ...end, state: 'failed', error, sent: 'answered' }]);
  expect(err).toContain(
    'patchbay: The gateway is busy.\n  gateway: slow down\n' +
      '  rate-limited · status 429 · code rpm · request ID r1 · retry after 2 s · the gateway responded\n  Wait, then send again.\n',
  );
});

test('JSON is every part on its own line, unchanged', async () => {
  const terminal = createRecordingTerminal();
  const printer = createJsonPrinter(terminal, noFiles);
  const parts: Part[] = [{ type: 'text-delta', text: 'a\nb\u2028' }, { type: 'progress', stage: 'waiting' }, end];
  for (const part of parts) await printer.print(part);
  expect(
    terminal
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(parts);
});

test('the address of an image that could not be fetched is never written into the output file', async () => {
  const terminal = createRecordingTerminal({ isScreen: false });
  const written: string[] = [];
  const files = { ...noFiles, isOpen: true, writeText: async (text: string) => written.push(text) > 0 };
  const printer = createHumanPrinter(terminal, files, true);
  await printer.print({ type: 'image', mediaType: 'image/png', index: 0, url: 'https://pictures.test/1.png' });
  expect(written).toEqual([]);
  expect(terminal.out()).toBe('https://pictures.test/1.png\n');
});
