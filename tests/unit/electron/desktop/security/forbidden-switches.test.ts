import { expect, test } from 'vitest';
import {
  readConsent,
  refusalText,
  refusedSwitches,
} from '../../../../../electron/desktop/security/forbidden-switches.ts';

const given =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
const none = { debugging: false, noSandbox: false };

test.each([
  'inspect',
  'inspect-brk',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'js-flags',
  'load-extension',
  'disable-web-security',
  'host-resolver-rules',
  'proxy-server',
  'user-data-dir',
  'no-sandbox',
  'disable-namespace-sandbox',
  'disable-gpu-sandbox',
  'no-zygote-sandbox',
  'single-process',
  'no-unsandboxed-zygote',
  'allow-sandbox-debugging',
])('the app does not start with --%s', (name) => {
  expect(refusedSwitches(given(name), none)).toEqual([name]);
});

test('an ordinary start is not refused', () => {
  expect(refusedSwitches(given('password-store', 'lang', 'force-dark-mode'), none)).toEqual([]);
});

test('a package is never debugged, whatever the environment says', () => {
  const env = { PATCHBAY_ALLOW_DEBUG: '1' };
  expect(readConsent(true, env).debugging).toBe(false);
  expect(readConsent(false, env).debugging).toBe(true);
  expect(readConsent(false, {}).debugging).toBe(false);
});

test('disabling the sandbox needs its own consent', () => {
  const isGiven = given('no-sandbox', 'inspect');
  expect(refusedSwitches(isGiven, { debugging: true, noSandbox: false })).toEqual(['no-sandbox']);
  expect(refusedSwitches(isGiven, readConsent(true, { PATCHBAY_ALLOW_NO_SANDBOX: '1' }))).toEqual(['inspect']);
});

test('the message names the switches and what to do', () => {
  expect(refusalText(['inspect', 'no-sandbox'])).toMatch(/--inspect, --no-sandbox.*PATCHBAY_ALLOW_NO_SANDBOX=1/);
  expect(refusalText(['inspect'])).not.toContain('NO_SANDBOX');
});
