import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Configuration } from 'electron-builder';
import { readFeed } from '../electron/desktop/updater.ts';
import { targetsOf } from './builder-parts.ts';
import { ageWarning, readSupport } from './electron-support.ts';
import { packedFaults } from './packed-faults.ts';
import { type PackedPlatform, packedApp, packedPlatforms } from './packed-layout.ts';
import { readSigning, type Signing } from './signing.ts';

const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'release');

export interface ReleaseLabels {
  'update-feed'?: string | undefined;
  homepage?: string | undefined;
  maintainer?: string | undefined;
}

/**
 * Returns what a release adds to electron-builder.yml. Electron is downloaded for each architecture, and accepted only
 * with the checksum in its npm package.
 */
export function releaseConfig(words: ReleaseLabels, { isSigned }: Pick<Signing, 'isSigned'>): Configuration {
  const { 'update-feed': feed, homepage, maintainer } = words;
  const checksums = createRequire(import.meta.url)('electron/checksums.json') as Record<string, string>;
  return {
    extends: `file:${path.join(root, 'electron-builder.yml')}`,
    electronDownload: { checksums },
    // An unusable certificate must not lead to an unsigned release.
    forceCodeSigning: isSigned,
    ...(feed !== undefined && { publish: [{ provider: 'generic', url: feed }] }),
    ...(homepage && { extraMetadata: { homepage } }),
    ...(maintainer && { linux: { maintainer } }),
  };
}

/**
 * Rejects settings that would produce packages that cannot be installed or updated.
 *
 * @throws Error with what is missing.
 */
export function checkReleaseLabels(
  platform: PackedPlatform,
  words: ReleaseLabels,
  { isSigned }: Pick<Signing, 'isSigned'>,
): void {
  const { 'update-feed': feed, homepage, maintainer } = words;
  if (feed !== undefined && !feed.startsWith('https://'))
    throw new Error('a feed of newer versions is an https address');
  if (platform === 'linux' && !(homepage && maintainer))
    throw new Error('a release for Linux needs --homepage and --maintainer, which its packages show');
  // Windows would install an update from anyone, macOS none at all. A Linux package has no signature.
  if (feed !== undefined && platform !== 'linux' && !isSigned)
    throw new Error(
      'this build is not signed, so the app could not check updates: sign it, or leave out --update-feed',
    );
}

/** Returns the architectures of the unpacked apps that a release of a platform builds. */
const archesOf = (platform: PackedPlatform) => [...new Set(targetsOf(platform).flatMap(({ arch }) => arch))];

/** Writes the SHA-256 of each distributed file, as `sha256sum -c` reads it. */
async function writeChecksums(platform: PackedPlatform): Promise<void> {
  const names = readdirSync(output).filter((name) => /\.(?:AppImage|deb|dmg|zip|exe|blockmap|yml)$/.test(name));
  const lines = [];
  for (const name of names.filter((one) => !one.startsWith('builder-')).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(output, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(path.join(output, `SHA256SUMS-${platform}.txt`), lines.join(''));
}

/**
 * Builds the installers of this platform in `release/`, for every architecture of electron-builder.yml, and checks
 * their contents.
 *
 * @param build runs a tool to its end, with an environment, and throws when it fails.
 * @returns what was built, in one sentence.
 */
export async function release(
  words: ReleaseLabels,
  build: (tool: 'electron-builder' | 'vite', args: string[], env?: NodeJS.ProcessEnv) => void,
): Promise<string> {
  const platform = packedPlatforms.find((name) => name === process.platform);
  if (!platform) throw new Error(`there is no package for ${process.platform}`);
  const signing = readSigning(platform, process.env);
  checkReleaseLabels(platform, words, signing);
  // Only a release needs a recent check: tests must not fail because time has passed.
  const warning = ageWarning(readSupport(), Date.now());
  if (warning) throw new Error(warning);

  rmSync(output, { recursive: true, force: true });
  build('vite', ['build', '--logLevel', 'warn']);
  const config = path.join(root, 'build/release-config.json');
  mkdirSync(path.dirname(config), { recursive: true });
  writeFileSync(config, JSON.stringify(releaseConfig(words, signing)));
  const section = { linux: '--linux', darwin: '--mac', win32: '--win' }[platform];
  build('electron-builder', [section, '--publish', 'never', '--config', config], signing.env);

  const { 'update-feed': feed } = words;
  for (const arch of archesOf(platform)) {
    const app = packedApp(output, platform, arch);
    const faults = await packedFaults(app);
    if (faults.length) throw new Error(`${arch}: ${faults.join('; ')}`);
    const written = readFeed(path.join(app.resources, 'app-update.yml'));
    if (written.address !== (feed ?? null))
      throw new Error(`${arch}: the app would ask ${written.address} for updates`);
    if (platform === 'win32' && feed !== undefined && !written.namesPublisher)
      throw new Error(`${arch}: the build does not name who signed it, so the app would refuse updates`);
  }
  await writeChecksums(platform);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const signed = signing.isNotarized ? 'signed and notarized' : signing.isSigned ? 'signed' : 'not signed';
  return `Patchbay ${version} in release/, ${signed}, ${feed === undefined ? 'without a feed of newer versions' : `which asks ${feed} for newer versions`}`;
}
