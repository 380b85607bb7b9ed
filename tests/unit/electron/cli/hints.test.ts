import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program } from '../../../support/cli/run-here.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
});
afterAll(() => gateway.close());

/** Words of the page's forms and buttons, which a terminal hint must not use. */
const pageWords =
  /\b(save|saved|press|click|field of|correct it there|settings of|enter|switch|accept plain|load the model list)\b/i;

test.each<[string, number, RegExp, () => string[], Record<string, string>?]>([
  ['an address without its scheme', 2, /--base-url https:/, () => ['models', '--base-url', '127.0.0.1:8799']],
  ['plain http', 2, /--allow-insecure/, () => ['models', '--base-url', 'http://gateway.test']],
  ['a body that is no JSON', 2, /--body/, () => ['run', 'chat.completions', '--body', '{bad', '--demo']],
  [
    'a body of another route',
    2,
    /--allow-misuse/,
    () => ['run', 'chat.completions', '--body', '{"contents":[{"parts":[{"text":"x"}]}]}', '--demo'],
  ],
  [
    'a wrong key',
    3,
    /PATCHBAY_API_KEY.*--key-file/,
    () => ['chat', 'x', '-m', 'demo-chat', '--base-url', gateway.url],
    { PATCHBAY_API_KEY: 'wrong' },
  ],
  ['a variable without a key', 3, /--key-env/, () => ['models', '--base-url', gateway.url, '--key-env', 'NONE']],
  ['an unknown model', 1, /patchbay models/, () => ['chat', 'x', '-m', 'no-such-model', '--demo']],
])('the hint for %s names what to type', async (_name, status, hint, args, env = { PATCHBAY_API_KEY: 'k' }) => {
  const { code, stderr } = await program(args(), { env });
  const last =
    stderr
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .at(-1) ?? '';
  expect([code, last]).toEqual([status, expect.stringMatching(hint)]);
  expect(last).not.toMatch(pageWords);
  const json = await program([...args(), '--json'], { env });
  expect(json.stdout).toContain(JSON.stringify(last.trim()));
});

test('a key that was never given is called missing, not refused', async () => {
  for (const args of [['chat', 'x', '-m', 'demo-chat'], ['models'], ['run', 'embeddings', 'x', '-m', 'demo-embed']]) {
    const { code, stderr } = await program([...args, '--base-url', gateway.url]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('The gateway requires a key, but none was sent (status 401).'),
    ]);
    expect(stderr).toMatch(/^ {2}Set PATCHBAY_API_KEY, or use --key-env NAME or --key-file FILE\.$/m);
    expect(stderr).not.toContain('did not accept');
  }
});

test('a missing gateway is reported before a missing model', async () => {
  for (const args of [
    ['chat', 'hi'],
    ['run', 'chat.completions', 'hi'],
    ['tasks', 'submit', 'hi'],
    ['realtime', '--text', 'hi'],
  ]) {
    const { code, stderr } = await program(args);
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining('--base-url URL')]);
    const known = await program(
      [...args, '--base-url', gateway.url, '--no-wait'].filter((word) => word !== '--no-wait' || args[0] === 'tasks'),
    );
    expect([args, known.code, known.stderr]).toEqual([args, 2, expect.stringContaining('--model NAME')]);
  }
});
