import { expect, test } from 'vitest';
import { type ClientAddress, endsOf, judge, type Row } from '../../../../electron/browser/client-address.ts';
import { createFileLinks } from '../../../../electron/browser/file-links.ts';
import { createLaunches } from '../../../../electron/browser/serve.ts';
import { hasDisplay, openAddress, withoutSecrets } from '../../../../electron/hosting/open-address.ts';

test('a launch code works once and for one minute', () => {
  let now = 0;
  const launches = createLaunches(() => now);
  const [first, second] = [launches.issue(), launches.issue()];
  expect([launches.redeem(first), launches.redeem(first), launches.redeem('other')]).toEqual([true, false, false]);
  now = 60_001;
  expect(launches.redeem(second)).toBe(false);
});

test("a file link expires after ten minutes, whatever the page's clock says", () => {
  let now = 1_000_000;
  const links = createFileLinks(() => now);
  const link = links.addressFor('a/b?c');
  expect(links.read(link)).toBe('a/b?c');
  now += 10 * 60_000 + 1;
  expect(links.read(link)).toBeNull();
});

const row = (local: string, remote: string, uid: number, state = '01'): Row => ({ local, remote, uid, state });
const server = row('0100007F:1F90', '0100007F:C000', 1000);

test.each<[string, Row[], ClientAddress]>([
  ['our own user', [row('0100007F:C000', '0100007F:1F90', 1000), server], 'own'],
  ['another user', [row('0100007F:C000', '0100007F:1F90', 1001), server], 'other'],
  [
    'another user over a mapped address',
    [row('0000000000000000FFFF00000100007F:C000', '0000000000000000FFFF00000100007F:1F90', 1001), server],
    'other',
  ],
  ['root', [row('0100007F:C000', '0100007F:1F90', 0), server], 'own'],
  ['a connection that its owner closed', [row('0100007F:C000', '0100007F:1F90', 0, '04'), server], 'other'],
  ['a peer that is hidden', [server], 'unknown'],
  [
    'a table that lists our port and not this connection',
    [row('0100007F:1F90', '00000000:0000', 1000, '0A')],
    'unknown',
  ],
  ['a table of no use', [], 'own'],
  [
    'ports the other way round',
    [row('0100007F:1F90', '0100007F:C000', 1000), row('0100007F:C000', '0100007F:1F90', 7)],
    'other',
  ],
])('the client address is %s', (_name, rows, client) => {
  expect(judge(endsOf(rows), 0x1f90, 0xc000, 1000)).toBe(client);
});

test('a browser is opened only where there is a screen', async () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('darwin', { SSH_CONNECTION: '1 2 3 4' })).toBe(false);
  expect(await openAddress('http://127.0.0.1:1', { platform: 'linux', env: {} })).toBe(false);
  expect(await openAddress('http://127.0.0.1:1', { platform: 'linux', env: { DISPLAY: ':0', PATH: '/nowhere' } })).toBe(
    false,
  );
});

test('the browser process inherits no secret', () => {
  const env = {
    PATH: '/bin',
    HOME: '/h',
    OPENAI_API_KEY: 'a',
    PATCHBAY_API_KEY: 'b',
    GITHUB_TOKEN: 'c',
    DB_PASSWORD: 'd',
    client_secret: 'e',
  };
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', HOME: '/h' });
});
