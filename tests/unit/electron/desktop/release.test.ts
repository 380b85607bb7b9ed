import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { expect, test } from 'vitest';
import { readFeed } from '../../../../electron/desktop/updater.ts';
import { targetsOf } from '../../../../scripts/builder-parts.ts';
import { afterPack } from '../../../../scripts/flip-fuses.ts';
import { packedPlatforms } from '../../../../scripts/packed-layout.ts';
import { checkReleaseLabels, releaseConfig } from '../../../../scripts/release.ts';
import { readSigning } from '../../../../scripts/signing.ts';

const root = path.join(import.meta.dirname, '../../../..');
const load = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const builder = createRequire(load.resolve('app-builder-lib'));
const { getConfig, validateConfiguration } = builder('./util/config/config') as {
  getConfig(folder: string, file: string, given: null): Promise<Configuration>;
  validateConfiguration(config: Configuration, log: object): Promise<void>;
};
const { DebugLogger, serializeToYaml } = builder('builder-util');
const { expandMacro } = builder('./util/macroExpander');
const { Arch, getArtifactArchName } = builder('builder-util');

const apiKey = path.join(mkdtempSync(path.join(os.tmpdir(), 'signing-')), 'AuthKey.p8');
writeFileSync(apiKey, '');
const apple = { APPLE_API_KEY: apiKey, APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };

test.each([
  ['linux', { CSC_LINK: 'x' }, [false, false]],
  ['win32', {}, [false, false]],
  ['win32', { CSC_LINK: '', WIN_CSC_LINK: ' ' }, [false, false]],
  ['win32', { WIN_CSC_LINK: 'x', WIN_CSC_KEY_PASSWORD: 'y' }, [true, false]],
  ['win32', { CSC_LINK: 'x' }, [true, false]],
  ['darwin', {}, [false, false]],
  ['darwin', { CSC_LINK: '', APPLE_API_KEY: '', APPLE_API_KEY_ID: '', APPLE_API_ISSUER: '' }, [false, false]],
  ['darwin', { CSC_LINK: 'x', CSC_KEY_PASSWORD: 'y' }, [true, false]],
  ['darwin', { CSC_NAME: 'The Patchbay authors' }, [true, false]],
  ['darwin', { CSC_LINK: 'x', ...apple }, [true, true]],
  ['darwin', { CSC_LINK: 'x', APPLE_KEYCHAIN_PROFILE: 'notary' }, [true, true]],
] as const)('on %s %o signs and notarizes as %o', (platform, env, expected) => {
  const { isSigned, isNotarized, env: kept } = readSigning(platform, { PATH: '/bin', ...env });
  expect([isSigned, isNotarized]).toEqual(expected);
  // A secret missing from a workflow arrives as an empty variable, which electron-builder takes for a certificate.
  expect(Object.entries(kept).filter(([, value]) => !value?.trim())).toEqual([]);
  // Not even a certificate in this computer's keychain is used implicitly.
  if (platform === 'darwin') expect(kept.CSC_IDENTITY_AUTO_DISCOVERY).toBe(isSigned ? undefined : 'false');
  expect(kept.PATH).toBe('/bin');
});

test.each([
  [{ CSC_LINK: 'x', APPLE_API_KEY: apiKey }, 'APPLE_API_KEY_ID and APPLE_API_ISSUER'],
  [{ CSC_LINK: 'x', APPLE_ID: 'a@b.test' }, 'APPLE_APP_SPECIFIC_PASSWORD and APPLE_TEAM_ID'],
  [apple, 'needs a certificate'],
  [{ CSC_LINK: 'x', ...apple, APPLE_API_KEY: '-----BEGIN PRIVATE KEY-----' }, 'not the path of a .p8 file'],
])('half of what signing needs on macOS is refused: %o', (env, sentence) => {
  expect(() => readSigning('darwin', env)).toThrow(sentence);
});

test('a feed is refused for a build whose updates could not be verified', () => {
  const feed = { 'update-feed': 'https://feed.test/patchbay' };
  const linux = { homepage: 'https://patchbay.test', maintainer: 'Name <name@patchbay.test>' };
  for (const platform of ['darwin', 'win32'] as const) {
    expect(() => checkReleaseLabels(platform, feed, { isSigned: false })).toThrow('not signed');
    checkReleaseLabels(platform, feed, { isSigned: true });
    checkReleaseLabels(platform, {}, { isSigned: false });
  }
  checkReleaseLabels('linux', { ...feed, ...linux }, { isSigned: false });
  expect(() => checkReleaseLabels('linux', feed, { isSigned: false })).toThrow('--homepage and --maintainer');
  expect(() =>
    checkReleaseLabels('linux', { ...linux, 'update-feed': 'http://feed.test' }, { isSigned: false }),
  ).toThrow('https');
});

test('electron-builder accepts what a release adds, and keeps what is in its file', async () => {
  const words = {
    'update-feed': 'https://feed.test/patchbay',
    homepage: 'https://patchbay.test',
    maintainer: 'Name <name@patchbay.test>',
  };
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'release-')), 'config.json');
  writeFileSync(file, JSON.stringify(releaseConfig(words, { isSigned: true })));
  const config = await getConfig(root, file, null);
  await validateConfiguration(config, new DebugLogger(false));
  expect(config).toMatchObject({
    appId: 'org.patchbay.desktop',
    forceCodeSigning: true,
    publish: [{ provider: 'generic', url: words['update-feed'] }],
    extraMetadata: { name: 'patchbay', homepage: words.homepage },
    linux: { maintainer: words.maintainer, executableName: 'patchbay', target: targetsOf('linux') },
    mac: { hardenedRuntime: true, entitlements: 'build-resources/entitlements.mac.plist' },
  });
  expect(existsSync(path.join(root, config.mac?.entitlements ?? ''))).toBe(true);
  const { checksums } = config.electronDownload as { checksums: Record<string, string> };
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8'));
  for (const platform of packedPlatforms)
    for (const arch of ['x64', 'arm64'])
      expect(checksums[`electron-v${version}-${platform}-${arch}.zip`]).toMatch(/^[0-9a-f]{64}$/);

  const plain = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  await validateConfiguration(plain, new DebugLogger(false));
  expect([plain.publish, plain.forceCodeSigning]).toEqual([null, undefined]);
});

test('no installer makes the program the owner of .har, and what it adds on Windows is removed again', async () => {
  const config = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  const everywhere = [config.fileAssociations ?? []].flat();
  expect(everywhere.map(({ ext, name }) => [ext, name])).toEqual([['patchbay', 'Patchbay.Connections']]);
  for (const { fileAssociations } of [config.linux ?? {}, config.mac ?? {}])
    expect([fileAssociations ?? []].flat()).toMatchObject([{ ext: 'har', rank: 'Alternate' }]);
  expect(config.win?.fileAssociations).toBeUndefined();
  const macros = readFileSync(path.join(root, 'build-resources/installer.nsh'), 'utf8').split('!macro ');
  const [install = '', uninstall = ''] = ['customInstall', 'customUnInstall'].map((name) =>
    macros.find((macro) => macro.startsWith(`${name}\n`)),
  );
  const written = [...install.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]+)" "([^"]*)"/g)].map((match) =>
    match.slice(1),
  );
  // The default value of the extension names its owner; nobody else's is touched.
  expect(written.filter(([key]) => key?.includes('.har'))).toEqual([
    [String.raw`Software\Classes\.har\OpenWithProgids`, 'Patchbay.Har'],
  ]);
  expect(uninstall).toContain(
    String.raw`DeleteRegValue SHELL_CONTEXT "Software\Classes\.har\OpenWithProgids" "Patchbay.Har"`,
  );
  expect(uninstall).toContain(String.raw`DeleteRegKey SHELL_CONTEXT "Software\Classes\Patchbay.Har"`);
  expect(uninstall).not.toMatch(/DeleteRegKey SHELL_CONTEXT "Software\\Classes\\\.har/);
});

test('the AppImage starts without libfuse2', async () => {
  const { toolsets } = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  expect(toolsets?.appimage).toMatch(/^1\./);
});

test('every artifact has a unique name, without spaces, with its system', async () => {
  const { artifactName } = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  const names = packedPlatforms.flatMap((platform) =>
    targetsOf(platform).flatMap(({ target, arch }) => {
      const ext = target === 'nsis' ? 'exe' : target;
      const os = { linux: 'linux', darwin: 'mac', win32: 'win' }[platform];
      // One installer for both processors, which electron-builder names after neither.
      const arches = target === 'nsis' ? [null] : arch.map((one) => getArtifactArchName(Arch[one], ext) as string);
      return arches.map((one) => expandMacro(artifactName, one, { version: '1.2.3' }, { os, ext }) as string);
    }),
  );
  expect(names).toEqual([
    'patchbay-1.2.3-linux-x86_64.AppImage',
    'patchbay-1.2.3-linux-arm64.AppImage',
    'patchbay-1.2.3-linux-amd64.deb',
    'patchbay-1.2.3-linux-arm64.deb',
    'patchbay-1.2.3-mac-universal.dmg',
    'patchbay-1.2.3-mac-universal.zip',
    'patchbay-1.2.3-win.exe',
  ]);
});

test.each([
  'The Patchbay authors',
  'O\'Brien & Sons: tools, "desk"',
  'CN="Patchbay, Inc.", O=Patchbay',
  '~ null',
  '山田',
])('the publisher written by a build is read back: %s', (name) => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'feed-')), 'app-update.yml');
  const written = { provider: 'generic', url: 'https://feed.test/patchbay', updaterCacheDirName: 'patchbay-updater' };
  writeFileSync(file, serializeToYaml({ ...written, publisherName: [name] }));
  expect(readFeed(file)).toEqual({ address: written.url, namesPublisher: true });
  writeFileSync(file, serializeToYaml(written));
  expect(readFeed(file)).toEqual({ address: written.url, namesPublisher: false });
});

test('the halves of a universal app keep their fuses until they are merged', async () => {
  const context = (appOutDir: string) =>
    ({
      appOutDir,
      electronPlatformName: 'darwin',
      packager: { appInfo: { productFilename: 'Patchbay', linuxPackageName: 'patchbay' } },
    }) as unknown as Parameters<typeof afterPack>[0];
  for (const half of ['x64', 'arm64']) await afterPack(context(`/nowhere/mac-universal-${half}-temp`));
  await expect(afterPack(context('/nowhere/mac-universal'))).rejects.toThrow();
});
