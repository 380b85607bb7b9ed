import type { SaveDialogOptions } from 'electron';
import { expect, test } from 'vitest';
import { HttpProxy } from '#core/http/proxy/http-proxy.ts';
import { createDesktopHostServices } from '../../../../electron/desktop/host-services.ts';
import type { Notify } from '../../../../electron/desktop/notify.ts';

function hostServices({
  env = {},
  rule = 'DIRECT',
  chosen = '',
  notify = null,
  platform = 'linux',
}: {
  env?: NodeJS.ProcessEnv;
  rule?: string;
  chosen?: string;
  notify?: Notify;
  platform?: NodeJS.Platform;
} = {}) {
  const queried: string[] = [];
  const dialogs: SaveDialogOptions[] = [];
  const services = createDesktopHostServices({
    version: '1.2.3',
    platform,
    dataFolder: '/data',
    vault: { protection: 'memory', put: async () => {}, take: async () => null, forget: async () => {} },
    dialog: {
      showSaveDialog: (async (options: SaveDialogOptions) => {
        dialogs.push(options);
        return { canceled: chosen === '', filePath: chosen };
      }) as never,
    },
    session: {
      resolveProxy: async (address) => {
        queried.push(address);
        return rule;
      },
    },
    downloads: '/home/me/Downloads',
    env,
    openLink: async () => {},
    notify,
    updater: { support: 'not-packed', feed: null, find: async () => null, fetch: async () => {}, install: () => {} },
  });
  return { services, queried, dialogs };
}

test('the system is asked for the proxy of an address', async () => {
  const { services, queried } = hostServices({ rule: 'PROXY proxy.test:3128; DIRECT' });
  expect(await services.proxyFor('https://api.test/v1')).toBe('http://proxy.test:3128');
  expect(await services.proxyFor('wss://api.test/v1/realtime')).toBe('http://proxy.test:3128');
  expect(queried).toEqual(['https://api.test/v1', 'https://api.test/v1/realtime']);
  expect(await hostServices().services.proxyFor('https://api.test')).toBeNull();
});

test('a proxy from the environment overrides that of the system', async () => {
  const { services, queried } = hostServices({
    rule: 'PROXY system.test:1',
    env: { HTTPS_PROXY: 'http://env.test:2' },
  });
  expect(await services.proxyFor('https://api.test')).toBe('http://env.test:2');
  expect(queried).toEqual([]);
});

test('a SOCKS proxy of the system does not hide the HTTP proxy after it', async () => {
  const { services } = hostServices({ rule: 'SOCKS5 127.0.0.1:1080; PROXY proxy.test:3128; DIRECT' });
  const address = await services.proxyFor('https://api.test/v1');
  expect(new HttpProxy(address ?? '', 'system').endpoint).toBe('proxy.test:3128');
});

test('saving asks for a location, and before it replaces a file', async () => {
  const { services, dialogs } = hostServices({ chosen: '/home/me/x.json' });
  expect(await services.shell.chooseSavePath('../../etc/x.json')).toBe('/home/me/x.json');
  expect(dialogs[0]).toMatchObject({
    defaultPath: '/home/me/Downloads/x.json',
    properties: expect.arrayContaining(['showOverwriteConfirmation']),
  });
  expect(await hostServices().services.shell.chooseSavePath('x')).toBeNull();
});

test('stored files have an address in our own scheme', () => {
  expect(hostServices().services.fileAddress('a/b')).toBe('app://patchbay/files/a%2Fb');
});

test('the page offers the menu where the window has no menu bar', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect([platform, hostServices({ platform }).services.capabilities.menuButton]).toEqual([
      platform,
      platform === 'win32',
    ]);
});

test('the demo gateway starts and stops', async () => {
  const demo = await hostServices().services.startDemo();
  expect(demo.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await demo.close();
});

test('notifications are sent where the system shows them, and nowhere else', () => {
  const notified: string[] = [];
  const able = hostServices({
    notify: (title, body, to) => void notified.push(`${title}: ${body} -> ${to.kind}`),
  }).services;
  const to = { kind: 'task', id: 't' } as const;
  expect(able.capabilities.notifications).toBe(true);
  able.shell.notify('Video saved', 'Dunes at noon', to);
  expect(notified).toEqual(['Video saved: Dunes at noon -> task']);
  const unable = hostServices().services;
  expect(unable.capabilities.notifications).toBe(false);
  unable.shell.notify('Video saved', 'Dunes at noon', to);
});
