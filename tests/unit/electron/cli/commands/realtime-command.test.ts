import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waveFile } from '#demo/media/audio/samples.ts';
import { type DemoVoice, speak, voiceNamed } from '#demo/media/audio/speech.ts';
import { program } from '../../../../support/cli/run-program.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-talk-'));
  await writeFile(
    path.join(folder, 'question.wav'),
    waveFile(speak('What is six plus one?', voiceNamed('onyx') as DemoVoice)),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const talk = (...args: string[]) => program(['realtime', '--demo', ...args], { cwd: folder });
const partsOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string } & Record<string, unknown>);

test('a text turn: the reply on stdout, events on stderr', async () => {
  const { code, stdout, stderr } = await talk('--text', 'What is 6 * 7?');
  expect([code, stdout]).toEqual([0, expect.stringContaining('42')]);
  expect(stderr).toMatch(/Ready\.\nYou: What is 6 \* 7\?/);
});

test('a file as input: parts as JSON lines without their audio, and the audio in a file', async () => {
  const { code, stdout } = await talk('--wav', 'question.wav', '--fast', '--json', '--out', 'answer.wav');
  const parts = partsOf(stdout);
  expect(code).toBe(0);
  expect(parts.at(-1)).toMatchObject({ type: 'ended', state: 'done' });
  expect(parts.filter(({ type, who }) => type === 'words-done' && who === 'person')[0]?.text).toMatch(/six plus one/);
  expect(stdout).not.toContain('"base64"');
  const audio = await readFile(path.join(folder, 'answer.wav'));
  expect(audio.toString('latin1', 0, 4)).toBe('RIFF');
  expect(audio.readUInt32LE(40)).toBe(audio.length - 44);
  const taken = await talk('--text', 'Hi', '--out', 'answer.wav');
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringMatching(/already exists/)]);
});

test('a script whose expectation is not met fails and prints what was found', async () => {
  const steps = [
    { do: 'say', text: 'Hello' },
    { do: 'wait', for: 'answer' },
    { do: 'expect', who: 'person', includes: 'hello' },
    { do: 'expect', who: 'model', includes: 'no such words' },
  ];
  await writeFile(path.join(folder, 'talk.jsonl'), steps.map((step) => JSON.stringify(step)).join('\n'));
  const { code, stderr } = await talk('--script', 'talk.jsonl');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Met: You said "hello"/m);
  expect(stderr).toMatch(/^Not met: The model said "no such words"\. Found: \w/m);
});

test('the exit status reports what ended the session', async () => {
  const quota = await talk('--text', 'Hi', '--model', 'faulty/session-quota');
  expect([quota.code, quota.stderr]).toEqual([4, expect.stringContaining('insufficient_user_quota')]);
  const lost = await talk('--text', 'Hi', '--model', 'faulty/session-nothing', '--no-reconnect', '--dialect', 'gamma');
  expect([lost.code, lost.stderr]).toEqual([2, expect.stringMatching(/--dialect must be ga or beta/)]);
  const none = await talk();
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/--text, --wav and --script/)]);
});

test('a transcription session prints what was heard, and has no model that replies', async () => {
  const args = ['--wav', 'question.wav', '--fast', '--transcribe-only', '--model', 'demo-whisper'];
  const { code, stdout } = await talk(...args);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/six plus one/i)]);
  const text = await talk('--text', 'Hi', '--transcribe-only');
  expect([text.code, text.stderr]).toEqual([2, expect.stringMatching(/needs audio/)]);
});

test('an output without audio is a failure with its exit status', async () => {
  await writeFile(path.join(folder, 'nothing.jsonl'), '{"do":"commit"}\n{"do":"end"}');
  const { code, stdout } = await talk('--script', 'nothing.jsonl', '--json', '--out', 'none.wav');
  const failures = partsOf(stdout).filter(({ type }) => type === 'failure');
  expect([code, failures]).toEqual([7, [expect.objectContaining({ exit: 7, code: 'empty' })]]);
});

test('a rejected voice is reported once, is no reason for another API version, and decides the exit status', async () => {
  const { code, stderr } = await program(['realtime', '--demo', '--text', 'hi', '--voice', 'trombone']);
  expect(code).toBe(1);
  expect(stderr.match(/^patchbay: The gateway rejected/gm)).toHaveLength(1);
  expect(stderr).not.toContain('Trying');
  expect(stderr).toContain('Change or remove the option that sets the field, such as --voice or --system.');
});

test('a file that cannot be played is a mistake on the command line', async () => {
  const picture = path.join(folder, 'cat.png');
  await writeFile(picture, 'no samples');
  const { code, stderr } = await program(['realtime', '--demo', '--wav', picture]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("isn't a WAV file")]);
});
