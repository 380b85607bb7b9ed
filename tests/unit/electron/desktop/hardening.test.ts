import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ageWarning, readSupport } from '../../../../scripts/electron-support.ts';
import { readSources } from '../../../support/sources.ts';

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
const code = readSources('electron', 'shared', 'renderer').map(({ file, text }) => ({
  file,
  text: withoutComments(text),
}));
const shell = code.filter(({ file }) => file.startsWith('electron/desktop/'));
const source = (file: string) => code.find((source) => source.file === file)?.text ?? '';
const filesWith = (pattern: RegExp) => code.flatMap(({ file, text }) => Array.from(text.matchAll(pattern), () => file));

test('addresses are opened in the system from exactly one place', () => {
  expect(filesWith(/\bopenExternal\(/g)).toEqual(['electron/desktop/security/external-links.ts']);
});

test('nothing opens a file on disk, and only the log is shown in the file manager', () => {
  expect(filesWith(/\bopenPath\(|\btrashItem\(|\bwriteShortcutLink\(/g)).toEqual([]);
  expect(filesWith(/\bshowItemInFolder\(/g)).toEqual(['electron/desktop/show-log.ts']);
});

test('all messages of a page arrive through the IPC server', () => {
  expect(shell.filter(({ text }) => /\bipcMain\b/.test(text)).map(({ file }) => file)).toEqual([
    'electron/desktop/start-app.ts',
  ]);
  expect(filesWith(/\bipc\.(on|handle)\(/g)).toEqual([
    'electron/desktop/page/ipc-server.ts',
    'electron/desktop/page/ipc-server.ts',
  ]);
});

test('the preload gives the page two functions that name their own channel', () => {
  const text = source('electron/desktop/preload.ts');
  expect(Array.from(text.matchAll(/exposeInMainWorld\('([^']+)'/g), ([, name]) => name)).toEqual(['host']);
  expect(
    Array.from(text.matchAll(/ipcRenderer\.(\w+)\('([^']+)'/g), ([, verb, channel]) => `${verb} ${channel}`),
  ).toEqual(['on port', 'send connect', 'invoke admit']);
  expect(text.match(/ipcRenderer/g)?.length).toBe(4);
  expect(text).not.toMatch(/require\(|process\./);
});

test('sandbox and scheme are set before Electron is ready, and there is no top-level await', () => {
  const text = source('electron/desktop/main.ts');
  const early = text.slice(0, text.indexOf('app.whenReady()'));
  expect(early).toContain('app.enableSandbox();');
  expect(early).toContain('protocol.registerSchemesAsPrivileged(');
  expect(early).toContain('app.requestSingleInstanceLock()');
  expect(text).not.toMatch(/^\s{0,2}await app\.|^await /m);
});

test('no switch that would weaken the browser is ever set, and no system protocol is registered', () => {
  expect(filesWith(/commandLine\.append|setAsDefaultProtocolClient|bypassCSP|setCertificateVerifyProc/g)).toEqual([]);
  expect(filesWith(/on\('(certificate-error|select-client-certificate|login)'/g)).toEqual([]);
});

test('crash reports stay on this computer', () => {
  expect(filesWith(/crashReporter\.start\(/g)).toEqual(['electron/desktop/crash-dumps.ts']);
  expect(source('electron/desktop/crash-dumps.ts')).toContain('uploadToServer: false, ignoreSystemCrashHandler: true');
  expect(filesWith(/\bsubmitURL\b|setUploadToServer|addExtraParameter/g)).toEqual([]);
});

test('the deprecated synchronous calls of safeStorage are not used', () => {
  expect(filesWith(/\b(encryptString|decryptString|isEncryptionAvailable)\(/g)).toEqual([]);
});

test('no test and no script loads Electron, which would start a download', () => {
  const loading = /from 'electron'|import\('electron'\)|require\('electron'\)/;
  const importers = readSources('tests', 'scripts').filter(({ text }) =>
    withoutComments(text)
      .split(/;\s*$/m)
      .some((statement) => loading.test(statement) && !/import type/.test(statement)),
  );
  expect(importers.map(({ file }) => file)).toEqual(['tests/unit/electron/desktop/hardening.test.ts']);
});

test('the package registers two file types and no scheme, contacts no host and keeps its archive whole', () => {
  const config = readFileSync('electron-builder.yml', 'utf8');
  expect(Array.from(config.matchAll(/^\s*(?:- )?ext: (.*)$/gm), ([, ending]) => ending)).toEqual(['patchbay', 'har']);
  expect(config).not.toMatch(/^\s*(protocols|asarUnpack|disableAsarIntegrity|extraResources)\s*:/m);
  expect(config).toMatch(/^publish: null$/m);
  expect(config).toMatch(/^asar: true$/m);
  expect(config).toMatch(/^afterPack: /m);
});

test('WebRTC makes no connection that bypasses the proxy, and no service worker is allowed', () => {
  expect(source('electron/desktop/window/window.ts')).toContain(
    "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')",
  );
  expect(source('electron/desktop/page/protocol.ts')).not.toContain('allowServiceWorkers');
});

test('the Electron in use is still supported, and an outdated record is reported', () => {
  const record = readSupport();
  const { version } = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8'));
  expect(record.supportedMajors).toContain(Number.parseInt(version, 10));
  const checkedOn = Date.parse(record.checkedOn);
  expect(new Date(checkedOn).toISOString().slice(0, 10)).toBe(record.checkedOn);
  const day = 86_400_000;
  expect(ageWarning(record, checkedOn + 60 * day)).toBeNull();
  expect(ageWarning(record, checkedOn + 61 * day)).toContain('61 days');
  // Time alone must not fail a passing tree: an old checkout must stay testable. It is reported here, and stops a release.
  const warning = ageWarning(record, Date.now());
  if (warning) console.warn(warning);
});

test('the page can drag the window by its own title bar', () => {
  const bar = readFileSync('renderer/app/frame/title-bar.module.css', 'utf8');
  expect(bar).toMatch(/app-region: drag/);
  expect(bar).toMatch(/app-region: no-drag/);
  expect(bar).toMatch(/env\(titlebar-area-width/);
});
