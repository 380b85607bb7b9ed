import { expect, test } from 'vitest';
import { looksLikeKey } from '#shared/looks-like-key.ts';
import { commandSpecs } from '../../../../electron/cli/specs/index.ts';
import type { CommandSpec } from '../../../../electron/cli/specs/spec.ts';
import { program } from '../../../support/cli/run-here.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';

const keys = [
  'sk-proj-CANARY0123456789abcdefXYZ',
  'aB3dE5fG7hJ9kL1mN3pQ5rS7',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
];

/** Every form in which a key can be typed in the place of something else. */
function formsOf(key: string): string[][] {
  const forms: string[][] = [[key], ['help', key], [`--${key}`]];
  for (const [name, { options = {}, subcommands = {} }] of Object.entries<CommandSpec>(commandSpecs)) {
    if (name === 'help') continue;
    const isServer = name === 'serve' || name === 'demo';
    if (!isServer) forms.push([name, key], [name, `--${key}`]);
    for (const verb of Object.keys(subcommands)) forms.push([name, verb, key]);
    const [first] = Object.keys(subcommands);
    for (const [option, { value }] of Object.entries(options)) {
      if (value === undefined || (isServer && option !== 'port')) continue;
      forms.push([name, ...(first ? [first] : []), `--${option}`, key], [name, `--${option}=${key}`]);
    }
  }
  return forms;
}

/** Forms that print what was typed in messages of their own. */
const specialForms = (key: string): string[][] => [
  ...[`Authorization: Bearer ${key}`, `X-Key:${key}`, key].flatMap((word) => [
    ['run', 'chat', '--header', word],
    ['connections', 'add', 'x', '--header', word],
  ]),
  [key],
  ['keys', 'remove', key],
  ['keys', 'test', key],
  ['keys', 'add', '--key-env', key],
  ['keys', 'add', '--key-file', key],
  ['connections', 'export', '--out', 'x.patchbay', '--passphrase-env', key],
  ['run', 'models', '--base-url', `https://user:${key}@gate.invalid`],
  ['run', 'models', '--key-file', `/nowhere/${key}`],
];

async function repeats(args: string[], key: string, env: Record<string, string>): Promise<boolean> {
  const { stdout, stderr } = await program(args, { env, input: '' });
  const failures = stdout.startsWith('{"type":"failure"') ? stdout : '';
  return (stderr + failures).toLowerCase().includes(key.toLowerCase());
}

/** Returns the forms that repeat the key. Many wait for a gateway that is not there, so they run side by side. */
async function repeating(forms: readonly string[][], key: string): Promise<string[]> {
  const env = emptyHome();
  const repeated: string[] = [];
  for (let at = 0; at < forms.length; at += 10)
    await Promise.all(
      forms.slice(at, at + 10).map(async (args) => {
        if (await repeats(args, key, env)) repeated.push(args.join(' '));
      }),
    );
  return repeated;
}

const emptyHome = () => ({ PATCHBAY_DATA_DIR: tempFolder(), PATCHBAY_BASE_URL: 'http://127.0.0.1:1' });

test('an error repeats no key that was typed in the wrong place, whatever the command and option', async () => {
  const [key = ''] = keys;
  expect(await repeating(formsOf(key), key)).toEqual([]);
}, 300_000);

test.each(keys)(
  'nor in a message of its own, in lines or as JSON (%s)',
  async (key) => {
    const forms = specialForms(key).flatMap((form) => [form, [...form, '--json']]);
    expect(await repeating(forms, key)).toEqual([]);
  },
  120_000,
);

test.each([
  ['a model', 'gpt-4o-realtime-preview-2024-12-17'],
  ['a dated model', 'claude-sonnet-4-20250514'],
  ['a fine-tuned model', 'ft:gpt-4o-mini-2024-07-18:my-org:support-bot:9abcDEF1'],
  ['a path', 'google/gemini-2.5-flash-preview-05-20'],
  ['an ID', '0b9c1f8e-6a55-4f0e-8a3b-1b2c3d4e5f60'],
  ['a file', 'report20261128T123456.json'],
  ['a word', 'internationalization'],
  ['a route', 'native.streamGenerateContent'],
])('%s does not look like a key', (_what, word) => {
  expect(looksLikeKey(word)).toBe(false);
});
