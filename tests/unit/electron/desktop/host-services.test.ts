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
  const asked: string[] = [];
  const dialogs: SaveDialogOptions[] = [];
  const lent = createDesktopHostServices({
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
        asked.push(address);
        return rule;
      },
    },
    downloads: '/home/me/Downloads',
    env,
    openLink: async () => {},
    notify,
    updater: { support: 'not-packed', feed: null, find: async () => null, fetch: async () => {}, install: () => {} },
  });
  return { lent, asked, dialogs };
}

test('the system is asked for the proxy of an address', async () => {
  const { lent, asked } = hostServices({ rule: 'PROXY proxy.test:3128; DIRECT' });
  expect(await lent.proxyFor('https://api.test/v1')).toBe('http://proxy.test:3128');
  expect(await lent.proxyFor('wss://api.test/v1/realtime')).toBe('http://proxy.test:3128');
  expect(asked).toEqual(['https://api.test/v1', 'https://api.test/v1/realtime']);
  expect(await hostServices().lent.proxyFor('https://api.test')).toBeNull();
});

test('a proxy of the environment goes before that of the system', async () => {
  const { lent, asked } = hostServices({ rule: 'PROXY system.test:1', env: { HTTPS_PROXY: 'http://env.test:2' } });
  expect(await lent.proxyFor('https://api.test')).toBe('http://env.test:2');
  expect(asked).toEqual([]);
});

test('a SOCKS proxy of the system does not stop the HTTP proxy behind it', async () => {
  const { lent } = hostServices({ rule: 'SOCKS5 127.0.0.1:1080; PROXY proxy.test:3128; DIRECT' });
  const address = await lent.proxyFor('https://api.test/v1');
  expect(new HttpProxy(address ?? '', 'system').place).toBe('proxy.test:3128');
});

test('saving asks for a place and before it replaces a file', async () => {
  const { lent, dialogs } = hostServices({ chosen: '/home/me/x.json' });
  expect(await lent.shell.chooseSavePath('../../etc/x.json')).toBe('/home/me/x.json');
  expect(dialogs[0]).toMatchObject({
    defaultPath: '/home/me/Downloads/x.json',
    properties: expect.arrayContaining(['showOverwriteConfirmation']),
  });
  expect(await hostServices().lent.shell.chooseSavePath('x')).toBeNull();
});

test('stored files have an address of our own scheme', () => {
  expect(hostServices().lent.fileAddress('a/b')).toBe('app://patchbay/files/a%2Fb');
});

test('the page offers the menu where the window has no menu bar', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect([platform, hostServices({ platform }).lent.capabilities.menuButton]).toEqual([
      platform,
      platform === 'win32',
    ]);
});

test('the demo gateway starts and stops', async () => {
  const demo = await hostServices().lent.startDemo();
  expect(demo.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await demo.close();
});

test('notifications go where the system shows them, and nowhere else', () => {
  const told: string[] = [];
  const able = hostServices({ notify: (title, body, to) => void told.push(`${title}: ${body} -> ${to.kind}`) }).lent;
  const to = { kind: 'task', id: 't' } as const;
  expect(able.capabilities.notifications).toBe(true);
  able.shell.notify('Video saved', 'Dunes at noon', to);
  expect(told).toEqual(['Video saved: Dunes at noon -> task']);
  const unable = hostServices().lent;
  expect(unable.capabilities.notifications).toBe(false);
  unable.shell.notify('Video saved', 'Dunes at noon', to);
});
