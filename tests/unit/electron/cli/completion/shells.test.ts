import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCore } from '../../../../support/core/open-core.ts';

const root = path.join(import.meta.dirname, '../../../../..');

let folder = '';
const gateway = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ object: 'list', data: ['llama3:8b', ':files'].map((id) => ({ id, object: 'model' })) }),
  );
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-shells-'));
  const program = path.join(folder, 'patchbay');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${root}/electron/cli/main.ts" "$@"\n`);
  await chmod(program, 0o755);
});
afterEach(() => rm(path.join(folder, 'data'), { recursive: true }));
afterAll(async () => {
  gateway.close();
  await rm(folder, { recursive: true });
});

/** Saves a connection with a key and its model list, as another host would have. */
async function saveConnection(): Promise<void> {
  const core = await openCore({ dataFolder: path.join(folder, 'data') });
  const { id: connectionId } = await core.client.connections.save({
    name: 'My gateway',
    baseAddress: await listModels(),
  });
  await core.client.keys.put({ connectionId, alias: 'nightly', secret: 'sk-nightly' });
  await core.client.models.list({ connectionId, refresh: true });
  await core.close();
}

/** Starts a gateway that lists a model with a colon in its name. Returns its address. */
async function listModels(): Promise<string> {
  if (!gateway.listening) await once(gateway.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
}

/** Runs a script in a shell. */
async function inShell(shell: string, args: string[], script: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(shell, [...args, '-c', script], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      PATCHBAY_DATA_DIR: path.join(folder, 'data'),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    },
  });
  return stdout.split('\n').filter(Boolean);
}

/** Each line as a shell splits it, and what is offered for its last word. */
const lines: [words: string[], offered: string[]][] = [
  [['ch'], ['chat', 'check']],
  [
    ['check', '--level', ''],
    ['free', 'cheap', 'full'],
  ],
  [['check', '--routes', 'models,chat'], ['models,chat.completions']],
  [['chat', '--connection', ''], ['My gateway']],
  [['check', '--keys', 'n'], ['nightly']],
  [['help', 'ex'], ['exit-codes']],
  [['chat', '--mo'], ['--model']],
];
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;
for (const shell of ['bash', 'zsh', 'fish'])
  if (!isInstalled(shell)) console.warn(`${shell} is not installed: its completion script is not tested here.`);

test.runIf(isInstalled('bash'))(
  'bash completes words, those that it splits at = and : as well, and file names',
  { timeout: 60_000 },
  async () => {
    const inBash = (words: readonly string[]) =>
      inShell(
        'bash',
        ['--norc'],
        `eval "$(patchbay completion bash)"
       COMP_WORDS=(patchbay ${quoted(words)}); COMP_CWORD=${words.length}
       _patchbay 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    await saveConnection();
    for (const [words, offered] of lines)
      expect([words, await inBash(words)]).toEqual([words, offered.map((word) => word.replace(' ', '\\ '))]);
    expect(await inBash(['check', '--level', '=', 'f'])).toEqual(['free', 'full']);
    expect(await inBash(['chat', '-m', 'llama3', ':', '8'])).toEqual(['8b']);
    await writeFile(path.join(folder, 'answers.tar'), '');
    expect(await inBash(['restore', 'answ'])).toEqual(['answers.tar']);
  },
);

test('a model that is named like the question for files asks for none', { timeout: 60_000 }, async () => {
  await saveConnection();
  const offered = await inShell('sh', [], "patchbay __complete chat -m ''");
  expect(offered.map((line) => line.trim())).toContain(':files');
  expect(offered).not.toContain(':files');
});

/** A terminal for a program, with the syntax of Linux. */
const hasTerminal = process.platform === 'linux' && isInstalled('script');
if (!hasTerminal) console.warn('There is no "script" of Linux here: the Tab key is not tested.');

test.runIf(isInstalled('bash') && hasTerminal)(
  'the Tab key completes in an interactive bash',
  { timeout: 60_000 },
  async () => {
    await saveConnection();
    const typed = ['check --level fu\t', 'chat --conn\tMy\t --model llama3:\t', 'restore answ\t', 'help exit\t'];
    await writeFile(path.join(folder, 'answers.tar'), '');
    const shell = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
      cwd: folder,
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        HOME: folder,
        TERM: 'dumb',
        PATCHBAY_DATA_DIR: path.join(folder, 'data'),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      },
    });
    const shown = text(shell.stdout);
    shell.stdin.write('eval "$(patchbay completion bash)"\n');
    // Entered lines are printed instead of run; the completion starts the program itself.
    shell.stdin.write(
      'patchbay() { if [ "$1" = __complete ]; then command patchbay "$@"; else echo "RAN<$*>"; fi; }\n',
    );
    for (const line of typed) shell.stdin.write(`patchbay ${line}\n`);
    shell.stdin.write('exit\n');
    const ran = [...(await shown).matchAll(/^RAN<(.*)>\r?$/gm)].map(([, words]) => words);
    expect(ran).toEqual([
      'check --level full',
      'chat --connection My gateway --model llama3:8b',
      'restore answers.tar',
      'help exit-codes',
    ]);
  },
);

test.runIf(isInstalled('zsh'))('zsh completes words', { timeout: 60_000 }, async () => {
  const stubs = `compdef() { :; }; _files() { print FILES }
    _describe() { local entry; for entry in "\${(@P)3}"; do entry=\${entry//\\\\:/$'\\0'}; print -r -- "\${\${entry%%:*}//$'\\0'/:}"; done }`;
  const inZsh = (words: readonly string[]) =>
    inShell(
      'zsh',
      ['-f'],
      `${stubs}; functions[compdef]=:; eval "$(patchbay completion zsh)"
       words=(patchbay ${quoted(words)}); CURRENT=${words.length + 1}; _patchbay`,
    );
  await saveConnection();
  for (const [words, offered] of lines) expect([words, await inZsh(words)]).toEqual([words, offered]);
  expect(await inZsh(['chat', '-m', 'llama'])).toEqual(['llama3:8b']);
  expect(await inZsh(['restore', ''])).toEqual(['FILES']);
});

test.runIf(isInstalled('fish'))('fish completes words', { timeout: 60_000 }, async () => {
  const inFish = async (words: readonly string[]) => {
    const typed = `patchbay ${words.join(' ')}`;
    const shown = await inShell('fish', ['--no-config'], `patchbay completion fish | source; complete -C '${typed}'`);
    // Newer versions print a blank as they would insert it.
    return shown.map((line) => line.split('\t')[0]?.replaceAll('\\ ', ' '));
  };
  await saveConnection();
  for (const [words, offered] of lines)
    expect([words, (await inFish(words)).sort()]).toEqual([words, [...offered].sort()]);
  expect(await inFish(['check', '--level=f'])).toEqual(['--level=free', '--level=full']);
});
