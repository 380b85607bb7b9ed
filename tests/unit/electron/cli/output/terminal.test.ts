import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonText } from '../../../../../electron/cli/output/terminal.ts';
import { createRecordingTerminal } from '../../../../support/cli/fake-streams.ts';

const wild = '\u001b]52;c;cm0=\u0007\u202egpj\r';

test('a terminal gets sanitized data, a pipe gets the bytes', async () => {
  const screen = createRecordingTerminal({ isScreen: true });
  await screen.data(wild);
  await screen.endData();
  expect(screen.out()).toBe('␛]52;c;cm0=␇⟨202e⟩gpj␍\n');
  const pipe = createRecordingTerminal();
  await pipe.data(wild);
  await pipe.endData();
  expect(pipe.out()).toBe(`${wild}\n`);
});

test.each([true, false])(
  'text ends with a line feed on any output, and nothing is added to bytes (screen: %s)',
  async (isScreen) => {
    const terminal = createRecordingTerminal({ isScreen });
    await terminal.data('first');
    await terminal.endData();
    await terminal.data('second\n');
    await terminal.endData();
    expect(terminal.out()).toBe('first\nsecond\n');
    await terminal.bytes(new TextEncoder().encode('RIFF'));
    await terminal.endData();
    expect(terminal.out()).toBe('first\nsecond\nRIFF');
  },
);

test('--quiet keeps the text, and silences notes, reasoning and status', () => {
  const terminal = createRecordingTerminal({ isScreen: true, quiet: true });
  terminal.note('done');
  terminal.dimmed('thinking');
  terminal.endDimmed();
  terminal.status('sending');
  terminal.message('warning');
  expect(terminal.err()).toBe('warning\n');
});

test('--raw leaves data unchanged, and messages are always sanitized', async () => {
  const screen = createRecordingTerminal({ isScreen: true, raw: true });
  await screen.data('\u001b[31mred\n');
  await screen.endData();
  expect(screen.out()).toBe('\u001b[31mred\n');
  screen.message('gateway: \u001b[2Jgone');
  expect(screen.err()).toBe('gateway: ␛[2Jgone\n');
  const pipe = createRecordingTerminal();
  pipe.message('\u001b[2J');
  expect(pipe.err()).toBe('␛[2J\n');
});

test('a status line is erased by the next output, and is shown on terminals only', async () => {
  const screen = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  screen.status('sending\u001b[2J');
  screen.message('done');
  expect(screen.err()).toBe('\rsending␛[2J\u001b[K\r\u001b[Kdone\n');
  await screen.data('half a line');
  screen.status('never drawn over it');
  expect(screen.err()).not.toContain('never');
  const pipe = createRecordingTerminal();
  pipe.status('sending');
  expect(pipe.err()).toBe('');
});

test('reasoning is dim where there are colors, and ends before any other output', async () => {
  const screen = createRecordingTerminal({ isScreen: true });
  screen.dimmed('think\u001b[0m');
  screen.dimmed('ing');
  await screen.data('answer');
  expect(screen.err()).toBe('\u001b[2mthink␛[0m\u001b[22m\u001b[2ming\u001b[22m\n');
  const plain = createRecordingTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  plain.dimmed('x');
  plain.endDimmed();
  expect(plain.err()).toBe('x\n');
});

test('a tone colors the first words of a message, and only where there are colors', () => {
  const colored = (env: Record<string, string>, isScreen: boolean) => {
    const terminal = createRecordingTerminal({ isScreen, env });
    terminal.message('patchbay: the key was rejected', 'bad');
    return terminal.err() !== 'patchbay: the key was rejected\n';
  };
  expect(colored({}, true)).toBe(true);
  expect(colored({}, false)).toBe(false);
  expect(colored({ FORCE_COLOR: '1' }, false)).toBe(true);
  expect(colored({ FORCE_COLOR: '0' }, true)).toBe(false);
  expect(colored({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
  const screen = createRecordingTerminal({ isScreen: true });
  screen.message('works, 118 ms  embeddings', 'good');
  screen.message('key rejected  rerank', 'bad');
  screen.note('completed with warnings · 80 ms', 'warn');
  screen.message('warning: \u001b[2J', 'warn');
  expect(screen.err().split('\n').slice(0, -1)).toEqual([
    '\u001b[32mworks\u001b[39m, 118 ms  embeddings',
    '\u001b[31mkey rejected\u001b[39m  rerank',
    '\u001b[33mcompleted with warnings\u001b[39m · 80 ms',
    '\u001b[33mwarning\u001b[39m: ␛[2J',
  ]);
});

test('a line of JSON is one line for every reader', async () => {
  const text = 'a\u2028b\u2029c\u0085d\ne';
  const line = jsonText({ type: 'text-delta', text });
  const read: string[] = [];
  for await (const one of createInterface({ input: Readable.from([line]) })) read.push(one);
  expect(read).toHaveLength(1);
  expect(line).not.toMatch(/[\u2028\u2029\u0085]/);
  expect(JSON.parse(line)).toEqual({ type: 'text-delta', text });
});
