import type { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChatPrompt } from '../../../../../electron/cli/input/chat-prompt.ts';
import { createRecordingStream, typedStdin } from '../../../../support/cli/fake-streams.ts';

function open(turns: string[] = []) {
  const stdin = typedStdin();
  const added: string[] = [];
  const screen = createRecordingStream(true);
  let interrupts = 0;
  const prompt = createChatPrompt({
    stdin,
    stderr: screen.stream,
    onInterrupt: () => {
      interrupts += 1;
    },
    history: { turns, add: (turn) => added.push(turn) },
  });
  return { stdin, prompt, screen, added, interrupts: () => interrupts };
}

/** Long enough for a complete turn to be delivered. */
const rest = () => setTimeout(150);

test('a typed line is a turn; Ctrl-D on an empty line ends the conversation', async () => {
  const { stdin, prompt } = open();
  const first = prompt.ask();
  for (const key of 'Hello') stdin.write(key);
  stdin.write('\r');
  expect(await first).toBe('Hello');
  const second = prompt.ask();
  stdin.write('\x04');
  expect([await second, await prompt.ask()]).toEqual([null, null]);
  prompt.close();
});

test.each([
  ['\r', 'as tmux and most terminals paste'],
  ['\n', 'with line feeds'],
  ['\r\n', 'with both'],
])('lines pasted together are one turn: %j, %s', async (end) => {
  const { stdin, prompt } = open();
  const turn = prompt.ask();
  stdin.write(['line one', '', '  line three', ''].join(end));
  expect(await turn).toBe('line one\n\n  line three');
  prompt.close();
});

test('the last line of a paste can be edited: Enter sends all of it as one turn', async () => {
  const { stdin, prompt } = open();
  const turn = prompt.ask();
  stdin.write('line one\rline two\rline');
  expect(await Promise.race([turn, rest()])).toBeUndefined();
  stdin.write(' three');
  stdin.write('\r');
  expect(await turn).toBe('line one\nline two\nline three');
  prompt.close();
});

test.each([
  ['line one\rline two\rline three', 'without a last line end'],
  ['line one\rline two\rline three\r', 'with one'],
])('a paste marked by the terminal is one turn once Enter is pressed: %j, %s', async (text) => {
  const { stdin, prompt, screen } = open();
  expect(screen.written()).toContain('\x1b[?2004h');
  const turn = prompt.ask();
  stdin.write('\x1b[200~');
  for (const piece of text.match(/.{1,7}/gs) ?? []) {
    stdin.write(piece);
    await setTimeout(30);
  }
  stdin.write('\x1b[201~');
  expect(await Promise.race([turn, rest()])).toBeUndefined();
  stdin.write('\r');
  expect(await turn).toBe('line one\nline two\nline three');
  prompt.close();
  expect(screen.written().endsWith('\x1b[?2004l')).toBe(true);
});

test('text typed while a reply arrives is the next turn, and is not echoed into the reply', async () => {
  const { stdin, prompt, screen } = open();
  const first = prompt.ask();
  stdin.write('first\r');
  expect(await first).toBe('first');
  const before = screen.written();
  stdin.write('second\r');
  await rest();
  stdin.write('third\rstill third\r');
  await rest();
  stdin.write('half');
  await rest();
  expect(screen.written()).toBe(before);
  expect([await prompt.ask(), await prompt.ask()]).toEqual(['second', 'third\nstill third']);
  const last = prompt.ask();
  stdin.write(' and half\r');
  expect(await last).toBe('half and half');
  prompt.close();
});

test('Ctrl-C stops the arriving reply, clears what is typed but not lost, and exits at an empty prompt', async () => {
  const { stdin, prompt, interrupts, added } = open();
  const first = prompt.ask();
  stdin.write('first\r');
  await first;
  stdin.write('\x03');
  await rest();
  expect(interrupts()).toBe(1);
  const second = prompt.ask();
  stdin.write('unfinished\x03');
  stdin.write(up);
  stdin.write(' no more\r');
  expect(await second).toBe('unfinished no more');
  expect(added).toEqual(['first', 'unfinished', 'unfinished no more']);
  const third = prompt.ask();
  stdin.write('\x03');
  expect([await third, interrupts()]).toEqual([null, 1]);
  prompt.close();
});

const up = '\x1b[A';
const altEnter = '\x1b\r';

/** Writes keys one after the other, as a person types them. */
async function type(stdin: NodeJS.ReadStream & PassThrough, ...keys: string[]) {
  for (const key of keys) {
    stdin.write(key);
    await setTimeout(40);
  }
}

test.each([
  [['one', altEnter, 'two', '\r'], 'one\ntwo'],
  [['one \\', '\r', 'two\\', '\r', '', 'three', '\r'], 'one \ntwo\nthree'],
  [['C:\\\\', '\r'], 'C:\\\\'],
  [['"""', '\r', 'one', '\r', '\r', '  three', '\r', '"""', '\r'], 'one\n\n  three'],
  [['"""one', '\r', 'two"""', '\r'], 'one\ntwo'],
  [['"""one line"""', '\r'], 'one line'],
])('several lines are one turn: %j', async (keys, expected) => {
  const { stdin, prompt } = open();
  const turn = prompt.ask();
  await type(stdin, ...keys);
  expect(await turn).toBe(expected);
  prompt.close();
});

test('Up recalls whole turns, of this conversation and of earlier ones, to edit them', async () => {
  const { stdin, prompt, added } = open(['newest\nof two lines', 'oldest']);
  const first = prompt.ask();
  await type(stdin, up, '!', '\r');
  expect(await first).toBe('newest\nof two lines!');
  const second = prompt.ask();
  await type(stdin, 'a', altEnter, 'b', '\r');
  expect(await second).toBe('a\nb');
  const third = prompt.ask();
  await type(stdin, up, up, '?', '\r');
  expect(await third).toBe('newest\nof two lines!?');
  expect(added).toEqual(['newest\nof two lines!', 'a\nb', 'newest\nof two lines!?']);
  prompt.close();
});

test('a draft can be edited and sent; text that was typed meanwhile comes first', async () => {
  const { stdin, prompt } = open();
  const first = prompt.ask('one\ntwo');
  await type(stdin, ' more', '\r');
  expect(await first).toBe('one\ntwo more');
  stdin.write('typed ahead');
  await rest();
  const second = prompt.ask('draft');
  await type(stdin, '\r');
  expect(await second).toBe('typed ahead');
  prompt.close();
});

test('text entered before the input ends is still a turn', async () => {
  const { stdin, prompt } = open();
  const turn = prompt.ask();
  stdin.end('line one\rline two\r');
  expect([await turn, await prompt.ask()]).toEqual(['line one\nline two', null]);
  prompt.close();
});
