import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

interface Tarball {
  file: string;
  entries: string[];
}

/** Packs what `npm publish` would send, from a build that is there already. */
function packTarball(root: string, folder: string): Tarball {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  // npm 11 answers with a list, newer ones with one entry per package.
  const answer = Object.values(JSON.parse(stdout))[0] as { filename: string; files: { path: string }[] };
  return { file: path.join(folder, answer.filename), entries: answer.files.map(({ path: entry }) => entry) };
}

/** What does not belong into the package, or is missing in it. */
function contentFaults(entries: readonly string[]): string[] {
  const needed = ['bin/patchbay.mjs', 'dist/main/cli.js', 'dist/renderer/index.html', 'README.md', 'LICENSE'];
  const allowed = /^(?:bin|dist)\/|^(?:package\.json|README\.md|LICENSE)$/;
  return [
    ...needed.filter((entry) => !entries.includes(entry)).map((entry) => `the package has no ${entry}`),
    ...entries
      .filter((entry) => !allowed.test(entry) || /\.map$|\.tsx?$/.test(entry))
      .map((entry) => `${entry} does not belong into the package`),
  ];
}

/** Asks the installed browser host for its page and for one script of it. */
async function serveFaults(folder: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const host = spawn('npx', ['--offline', 'patchbay', 'serve', '--no-open'], {
    cwd: folder,
    env,
    // A group of its own: npx does not hand a signal on in all of its versions.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(host, 'exit');
  try {
    const [line] = (await Promise.race([once(createInterface({ input: host.stdout }), 'line'), ended])) as [string];
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0];
    if (!origin) return [`"npx patchbay serve" said ${JSON.stringify(line)}`];
    const page = await fetch(`${origin}/`);
    const script = /src="\.?\/?([^"]+\.js)"/.exec(await page.text())?.[1];
    const isWhole = page.ok && script !== undefined && (await fetch(`${origin}/${script}`)).ok;
    return isWhole ? [] : ['the installed browser host does not serve its page'];
  } finally {
    if (host.pid !== undefined && host.exitCode === null) process.kill(-host.pid, 'SIGTERM');
    await ended;
  }
}

/**
 * Installs the npm package into an empty folder, without the network, and uses it there as a stranger would.
 *
 * @returns its size in bytes and what is wrong with it, one sentence each.
 */
export async function checkTarball(root: string): Promise<{ bytes: number; faults: string[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-npm-'));
  try {
    const { file, entries } = packTarball(root, folder);
    const home = path.join(folder, 'home');
    mkdirSync(home);
    writeFileSync(path.join(home, 'package.json'), '{ "name": "elsewhere", "private": true }');
    const env = { ...process.env, PATCHBAY_DATA_DIR: path.join(folder, 'data'), npm_config_update_notifier: 'false' };
    const run = (command: string, ...words: string[]) =>
      spawnSync(command, words, { cwd: home, env, encoding: 'utf8', timeout: 120_000 });
    // The one optional package is a native helper for keyrings; without it keys are kept in memory.
    const install = run('npm', 'install', '--offline', '--omit=optional', '--no-audit', '--no-fund', file);
    if (install.status !== 0) return { bytes: 0, faults: [`npm install of the package failed: ${install.stderr}`] };
    const version = run('npx', '--offline', 'patchbay', '--version');
    const chat = run('npx', '--offline', 'patchbay', 'chat', '--demo', 'Hello');
    return {
      bytes: statSync(file).size,
      faults: [
        ...contentFaults(entries),
        ...(/^patchbay \d+\.\d+\.\d+\s*$/.test(version.stdout)
          ? []
          : [`"npx patchbay --version" said ${version.stdout}${version.stderr}`]),
        ...(chat.status === 0 && chat.stdout.trim()
          ? []
          : [`"npx patchbay chat --demo" ended with ${chat.status}: ${chat.stderr}`]),
        ...(await serveFaults(home, env)),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
