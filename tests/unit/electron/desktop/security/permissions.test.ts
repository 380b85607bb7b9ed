import { readFileSync } from 'node:fs';
import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { guardPermissions, isGranted, type Permission } from '../../../../../electron/desktop/security/permissions.ts';

/** Every permission that this Electron knows, from its own types. */
const typings = readFileSync('node_modules/electron/electron.d.ts', 'utf8');
const [, union = ''] =
  /setPermissionRequestHandler\(handler: \(\(webContents: WebContents, permission: ([^,]+),/.exec(typings) ?? [];
const permissions = [...union.matchAll(/'([\w-]+)'/g)].map(([, name]) => name as Permission);

const page = { address: 'app://patchbay/', isMainFrame: true, media: [] };

/** Calls the handlers that were really installed, as Electron would. */
function install(askMicrophone = async () => true) {
  const installed: Record<string, (...given: unknown[]) => unknown> = {};
  const session = new Proxy({}, { get: (_target, name: string) => (handler: never) => (installed[name] = handler) });
  guardPermissions(session as Session, askMicrophone);
  const request = (permission: string, details: object) =>
    new Promise<boolean>((answer) => installed.setPermissionRequestHandler?.({}, permission, answer, details));
  const check = (permission: string, origin: string, details: object) =>
    installed.setPermissionCheckHandler?.(null, permission, origin, details);
  return { installed, request, check };
}

test('of all permissions the page gets clipboard writing and full screen, and no other without a device', () => {
  expect(permissions.length).toBeGreaterThan(40);
  expect(permissions.filter((name) => isGranted(name, page))).toEqual(['clipboard-sanitized-write', 'fullscreen']);
});

test('the microphone is granted, the camera and both together are not', () => {
  expect(isGranted('media', { ...page, media: ['audio'] })).toBe(true);
  expect(isGranted('media', { ...page, media: ['video'] })).toBe(false);
  expect(isGranted('media', { ...page, media: ['audio', 'video'] })).toBe(false);
  expect(isGranted('media', { ...page, media: ['unknown'] })).toBe(false);
  expect(isGranted('display-capture', { ...page, media: ['audio'] })).toBe(false);
});

test('no other origin gets anything', () => {
  for (const requester of [{ isMainFrame: false }, { address: 'https://example.test/' }, { address: 'about:blank' }])
    expect(permissions.filter((name) => isGranted(name, { ...page, media: ['audio'], ...requester }))).toEqual([]);
});

test('both handlers of the session respond so', async () => {
  const { request, check } = install();
  const ours = { requestingUrl: 'app://patchbay/#audio', isMainFrame: true };
  expect(await request('media', { ...ours, mediaTypes: ['audio'] })).toBe(true);
  expect(await request('media', { ...ours, mediaTypes: ['video'] })).toBe(false);
  expect(await request('media', ours)).toBe(false);
  expect(await request('notifications', ours)).toBe(false);
  expect(await request('fullscreen', ours)).toBe(true);
  expect(await request('fullscreen', { ...ours, isMainFrame: false })).toBe(false);
  expect(check('media', 'app://patchbay/', { ...ours, mediaType: 'audio' })).toBe(true);
  expect(check('media', 'app://patchbay/', { isMainFrame: true, mediaType: 'audio' })).toBe(true);
  expect(check('media', 'https://example.test/', { isMainFrame: true, mediaType: 'audio' })).toBe(false);
  expect(check('clipboard-read', 'app://patchbay/', ours)).toBe(false);
});

test('the microphone is granted only after the system was asked, and nothing else asks it', async () => {
  const prompted: string[] = [];
  const says = (answer: Promise<boolean>) => () => {
    prompted.push('microphone');
    return answer;
  };
  const media = { requestingUrl: 'app://patchbay/', isMainFrame: true, mediaTypes: ['audio'] };
  expect(await install(says(Promise.resolve(true))).request('media', media)).toBe(true);
  expect(await install(says(Promise.resolve(false))).request('media', media)).toBe(false);
  expect(await install(says(Promise.reject(new Error('no')))).request('media', media)).toBe(false);
  expect(prompted).toHaveLength(3);
  const { request } = install(says(Promise.resolve(true)));
  expect(await request('media', { ...media, mediaTypes: ['video'] })).toBe(false);
  expect(await request('clipboard-sanitized-write', media)).toBe(true);
  expect(prompted).toHaveLength(3);
});

test('no device and no screen is ever granted', () => {
  const { installed } = install();
  expect(installed.setDevicePermissionHandler?.({ deviceType: 'usb' })).toBe(false);
  let streams: unknown = 'unasked';
  installed.setDisplayMediaRequestHandler?.({}, (answer: unknown) => (streams = answer));
  expect(streams).toBeNull();
});
