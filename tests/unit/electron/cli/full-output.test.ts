import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../../..');
let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'patchbay-full-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Runs the program with its output in a file or device. */
async function runInto(device: string, args: readonly string[]) {
  const out = await open(device, 'w');
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home };
  const child = spawn(process.execPath, [path.join(root, 'electron/cli/main.ts'), ...args], {
    env,
    cwd: home,
    stdio: ['ignore', out.fd, 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')]);
  await out.close();
  return { code, stderr };
}

test
  .skipIf(!existsSync('/dev/full'))
  .each([
    [['chat', 'hi', '--demo']],
    [['run', 'audio.speech', 'hi', '--demo']],
    [['models', '--demo']],
    [['models', '--demo', '--json']],
    [['help']],
  ])('output to a full disk is an error that names it: %j', { timeout: 60_000 }, async (args) => {
  const { code, stderr } = await runInto('/dev/full', args);
  expect(code).toBe(1);
  expect(stderr).toContain('stdout: No space left on device');
  expect(stderr).not.toContain('Written to stdout');
});

test.skipIf(process.platform === 'win32')('a write that is cut short is an error', async () => {
  const file = path.join(home, 'short');
  const source = `
    import { wholeOutput, watchWrites } from ${JSON.stringify(path.join(root, 'electron/cli/output/whole-output.ts'))};
    const output = wholeOutput(process.stdout);
    const written = watchWrites(output);
    output.write('x'.repeat(40_000));
    console.error(await written());`;
  // The limit of the shell is in blocks of 512 or 1,024 bytes; the second write beyond it fails.
  const command = `ulimit -f 8; exec "$0" --input-type=module --eval "$1" > "$2"`;
  const child = spawn('sh', ['-c', command, process.execPath, source, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  expect(await text(child.stderr as NodeJS.ReadableStream)).toContain('File too large');
  expect((await readFile(file)).length).toBeLessThan(40_000);
});
