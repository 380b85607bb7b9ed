import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { videoDurations, videoLooks } from '#demo/media/video/video-files.ts';
import { npmCommand } from './spawn-words.ts';
import { missingNotice, packageFolderOf } from './third-party-notices.ts';

interface Tarball {
  file: string;
  entries: string[];
}

/** Packs what `npm publish` would upload, from an existing build. */
function packTarball(root: string, folder: string): Tarball {
  const [program, npm] = npmCommand();
  const words = [npm, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  // npm 11 returns a list, newer ones one entry per package.
  const answer = Object.values(JSON.parse(stdout))[0] as { filename: string; files: { path: string }[] };
  return { file: path.join(folder, answer.filename), entries: answer.files.map(({ path: entry }) => entry) };
}

/** Returns what does not belong in the package, or is missing from it. */
export function contentFaults(entries: readonly string[]): string[] {
  const needed = [
    'bin/patchbay.mjs',
    'dist/main/cli.js',
    'dist/renderer/index.html',
    noticesEntry,
    schemaEntry,
    ...demoVideos.map((file) => file.slice(1)),
    ...papers,
  ];
  const allowed = /^(?:bin|dist|docs)\//;
  const known = new Set(['package.json', ...papers]);
  return [
    ...needed.filter((entry) => !entries.includes(entry)).map((entry) => `the package has no ${entry}`),
    ...entries
      .filter((entry) => !(known.has(entry) || allowed.test(entry)) || /\.map$|\.tsx?$/.test(entry))
      .map((entry) => `${entry} does not belong into the package`),
  ];
}

/** The files that the demo gateway serves as videos. */
export const demoVideos = videoLooks.flatMap((look) =>
  videoDurations.map((seconds) => `/dist/main/demo-videos/${look}-${seconds}.mp4`),
);

const papers = [
  'README.md',
  'README.zh.md',
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
];

/** Returns links and images of a page whose targets are not in the package. */
export function linkFaults(page: string, text: string, entries: readonly string[]): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(page), target))
    .filter((target) => !entries.includes(target) && !entries.some((entry) => entry.startsWith(`${target}/`)))
    .map((target) => `${page} leads to ${target}, which is not in the package`);
}

const noticesEntry = 'dist/renderer/THIRD-PARTY-NOTICES.txt';
/** The schema with which scripts validate the lines of `--json`. */
const schemaEntry = 'docs/guide/json-lines.schema.json';

/** Returns packages whose sources are in the source maps of the build, but which the notices do not name. */
function noticesFaults(root: string): string[] {
  const notices = readFileSync(path.join(root, noticesEntry), 'utf8');
  const built = path.join(root, 'dist/main');
  const maps = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
  const folders = maps.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(path.join(built, file), 'utf8')) as { sources: string[] };
    return sources.flatMap((source) => packageFolderOf(path.resolve(built, path.dirname(file), source)) ?? []);
  });
  return [...new Set(folders)].flatMap((folder) => missingNotice(folder, notices));
}

function pageFaults(root: string, entries: readonly string[]): string[] {
  const pages = entries.filter((entry) => entry.endsWith('.md'));
  return pages.flatMap((page) => linkFaults(page, readFileSync(path.join(root, page), 'utf8'), entries));
}

/** Requests the page and one of its scripts from the installed browser host. */
async function serveFaults(folder: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  // Not through npm, which does not forward signals in all of its versions.
  const program = path.join(folder, 'node_modules/@patchbay-app/patchbay/bin/patchbay.mjs');
  const host = spawn(process.execPath, [program, 'serve', '--no-open'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(host, 'exit');
  try {
    const [line] = (await Promise.race([once(createInterface({ input: host.stdout }), 'line'), ended])) as [string];
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0];
    if (!origin) return [`"patchbay serve" said ${JSON.stringify(line)}`];
    const page = await fetch(`${origin}/`);
    const script = /src="\.?\/?([^"]+\.js)"/.exec(await page.text())?.[1];
    const isWhole = page.ok && script !== undefined && (await fetch(`${origin}/${script}`)).ok;
    return isWhole ? [] : ['the installed browser host does not serve its page'];
  } finally {
    host.kill();
    await ended;
  }
}

/**
 * Installs the npm package into an empty folder, without the network, and uses it there as an outside user would.
 *
 * @returns its size in bytes and its faults, one sentence each.
 */
export async function checkTarball(root: string): Promise<{ bytes: number; faults: string[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-npm-'));
  try {
    const { file, entries } = packTarball(root, folder);
    const home = path.join(folder, 'home');
    mkdirSync(home);
    writeFileSync(path.join(home, 'package.json'), '{ "name": "elsewhere", "private": true }');
    const env = { ...process.env, PATCHBAY_DATA_DIR: path.join(folder, 'data'), npm_config_update_notifier: 'false' };
    const [program, npmFile] = npmCommand();
    const npm = (...words: string[]) =>
      spawnSync(program, [npmFile, ...words], { cwd: home, env, encoding: 'utf8', timeout: 120_000 });
    // The only optional package is a native helper for keyrings; without it keys are kept in memory.
    const install = npm('install', '--offline', '--omit=optional', '--no-audit', '--no-fund', file);
    if (install.status !== 0) return { bytes: 0, faults: [`npm install of the package failed: ${install.stderr}`] };
    const version = npm('exec', '--offline', '--', 'patchbay', '--version');
    const chat = npm('exec', '--offline', '--', 'patchbay', 'chat', '--demo', 'Hello');
    return {
      bytes: statSync(file).size,
      faults: [
        ...contentFaults(entries),
        ...noticesFaults(root),
        ...pageFaults(root, entries),
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
