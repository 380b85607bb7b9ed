import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { startBrowserHost } from '../../../../electron/browser/browser-host.ts';
import { openBuiltPage } from '../../../../electron/hosting/built-page.ts';
import { ask, statusOf } from '../../../support/browser-host/raw-http.ts';
import { createMemoryVault } from '../../../support/core/memory-vault.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../support/exchange/canary.ts';

/** Process listeners that a test adds by starting a host. */
const monitors = () => process.listeners('uncaughtExceptionMonitor');

test('the log of the browser host records start, guesses, errors and end, and nothing that was sent', async () => {
  const folder = tempFolder();
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
  const page = path.join(folder, 'page');
  mkdirSync(page);
  writeFileSync(path.join(page, 'index.html'), '<!doctype html>');
  const before = monitors().length;
  const parts = { version: '1.2.3', vault: createMemoryVault(), page: await openBuiltPage(page) };
  const host = await startBrowserHost(parts);
  vi.unstubAllEnvs();

  const { port } = host;
  const sent = { 'user-agent': canaryKey, authorization: `Bearer ${canaryKey}`, 'x-upload': 'BODY-CANARY' };
  const own = { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' };
  expect(statusOf(await ask(port, `/files?name=${canaryKey}`, { ...own, ...sent }, 'POST', 'BODY-CANARY'))).toBe(401);
  expect(statusOf(await ask(port, `/${canaryKey}?key=${canaryKey}`, sent))).toBe(404);
  // A real process would exit after the first error; the test process does not.
  const [monitor] = monitors().slice(before);
  monitor?.(new Error(`BODY-CANARY ${canaryKey}`), 'uncaughtException');
  monitor?.(new SyntaxError(`BODY-CANARY ${canaryKey}`), 'unhandledRejection');
  await host.close();
  expect(monitors()).toHaveLength(before);

  const text = readFileSync(path.join(folder, 'logs/browser.log'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1));
  expect(lines.map((line) => line.replace(/thrown="(\w+).*/, '$1'))).toEqual([
    `start version=1.2.3 system=${process.platform} arch=${process.arch} node=${process.versions.node}`,
    'refused token=wrong count=1',
    'error Error',
    'rejection SyntaxError',
    'stop',
  ]);
  expect(canariesIn(text)).toEqual([]);
  expect(text).not.toMatch(/CANARY|127\.0\.0\.1/);

  // A taken port makes the start fail.
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
  const other = await startBrowserHost(parts);
  await expect(startBrowserHost({ ...parts, port: other.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await other.close();
  vi.unstubAllEnvs();
  expect(readFileSync(path.join(folder, 'logs/browser.log'), 'utf8')).toContain(
    'start-failed thrown="Error | EADDRINUSE',
  );
});
