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
  ['an address without its scheme', 2, /--base-url https:/, () => ['models', '--base-url', 'gateway.test:8799']],
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

test('the hint for a rejected key says where the key is from', async () => {
  const ask = ['chat', 'x', '-m', 'demo-chat', '--base-url', gateway.url];
  const hintOf = async (args: string[], env: Record<string, string>) => (await program(args, { env })).stderr;
  expect(await hintOf(ask, { PATCHBAY_API_KEY: 'wrong' })).toContain('The key is from PATCHBAY_API_KEY. Fix that key');
  expect(await hintOf(ask, { OPENAI_API_KEY: 'wrong' })).toContain('The key is from OPENAI_API_KEY. Fix that key');
  expect(await hintOf([...ask, '--key-env', 'MINE'], { MINE: 'wrong' })).toContain(
    'The key is from MINE. Fix that key',
  );
});

test('a hint that lists models names the gateway as the command line does, without what may be a secret', async () => {
  const env = { PATCHBAY_API_KEY: gateway.key };
  const ask = async (...args: string[]) =>
    (await program(['chat', 'x', '-m', 'no-such-model', ...args], { env })).stderr;
  expect(await ask('--base-url', gateway.url)).toContain(`patchbay models --base-url ${gateway.url}\n`);
  expect(await ask(`--base-url=${gateway.url}/?api-version=1`)).toContain('patchbay models --base-url URL\n');
  expect(await ask('--demo')).toContain('patchbay models --demo\n');
  const { stderr } = await program(['chat', 'x', '--base-url', gateway.url], { env });
  expect(stderr).toContain(`patchbay models --base-url ${gateway.url}.`);
});

test('plain HTTP for one command: nothing was sent, rather than not saved', async () => {
  const { stderr } = await program(['models', '--base-url', 'http://gateway.test'], { env: {} });
  expect(stderr).toContain('insecure-address · nothing was sent');
});

test('a path in place of a route names the route', async () => {
  const { stderr } = await program(['run', '/v1/chat/completions', '--demo']);
  expect(stderr).toContain('Did you mean chat.completions?');
});

test('--curl of the demo gateway says that its address ends with the command', async () => {
  const { stderr } = await program(['run', 'responses', 'Hi', '--demo', '--curl']);
  expect(stderr).toContain('This demo gateway ends with the command.');
});
