import { expect, test } from 'vitest';
import { hearTerminal } from '../fake-streams.ts';

const wild = '\u001b]52;c;cm0=\u0007\u202egpj\r';

test('a screen gets harmless data, a pipe gets the bytes', async () => {
  const screen = hearTerminal({ isScreen: true });
  await screen.data(wild);
  await screen.endData();
  expect(screen.out()).toBe('␛]52;c;cm0=␇⟨202e⟩gpj␍\n');
  const pipe = hearTerminal();
  await pipe.data(wild);
  await pipe.endData();
  expect(pipe.out()).toBe(`${wild}\n`);
});

test.each([true, false])(
  'text ends its line, whatever reads it, and nothing is added to bytes (screen: %s)',
  async (isScreen) => {
    const terminal = hearTerminal({ isScreen });
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

test('--quiet leaves talk, and silences notes, reasoning and status', () => {
  const terminal = hearTerminal({ isScreen: true, quiet: true });
  terminal.note('done');
  terminal.aside('thinking');
  terminal.endAside();
  terminal.status('sending');
  terminal.talk('warning');
  expect(terminal.err()).toBe('warning\n');
});

test('--raw leaves data as it came, and talk is always harmless', async () => {
  const screen = hearTerminal({ isScreen: true, raw: true });
  await screen.data('\u001b[31mred\n');
  await screen.endData();
  expect(screen.out()).toBe('\u001b[31mred\n');
  screen.talk('gateway: \u001b[2Jgone');
  expect(screen.err()).toBe('gateway: ␛[2Jgone\n');
  const pipe = hearTerminal();
  pipe.talk('\u001b[2J');
  expect(pipe.err()).toBe('␛[2J\n');
});

test('a status gives way to the next words, and is for people alone', async () => {
  const screen = hearTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  screen.status('sending\u001b[2J');
  screen.talk('done');
  expect(screen.err()).toBe('\rsending␛[2J\u001b[K\r\u001b[Kdone\n');
  await screen.data('half a line');
  screen.status('never drawn over it');
  expect(screen.err()).not.toContain('never');
  const pipe = hearTerminal();
  pipe.status('sending');
  expect(pipe.err()).toBe('');
});

test('reasoning is dim where there are colours, and ends before anything else is said', async () => {
  const screen = hearTerminal({ isScreen: true });
  screen.aside('think\u001b[0m');
  screen.aside('ing');
  await screen.data('answer');
  expect(screen.err()).toBe('\u001b[2mthink␛[0m\u001b[22m\u001b[2ming\u001b[22m\n');
  const plain = hearTerminal({ isScreen: true, env: { NO_COLOR: '1' } });
  plain.aside('x');
  plain.endAside();
  expect(plain.err()).toBe('x\n');
});
