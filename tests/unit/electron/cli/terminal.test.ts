import { expect, test } from 'vitest';
import { hearTerminal } from './fake-streams.ts';

const wild = '\u001b]52;c;cm0=\u0007\u202egpj\r';

test('C02: a screen gets harmless data, a pipe gets the bytes', async () => {
  const screen = hearTerminal({ isScreen: true });
  await screen.data(wild);
  await screen.endData();
  expect(screen.out()).toBe('␛]52;c;cm0=␇⟨202e⟩gpj␍\n');
  const pipe = hearTerminal();
  await pipe.data(wild);
  await pipe.endData();
  expect(pipe.out()).toBe(wild);
});

test('C02: --raw leaves data as it came, and talk is always harmless', async () => {
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
