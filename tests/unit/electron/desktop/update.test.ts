import { describe, expect, test } from 'vitest';
import { updateFailure } from '../../../../electron/desktop/updater.ts';
import { type Performance, perform, platforms } from '../../../support/strict-electron/perform.ts';
import type { faults, install } from '../../../support/strict-electron/plays/update.ts';

type Faults = Awaited<ReturnType<typeof faults>>;

/** A package that was made with a feed, and on Windows with a certificate. */
const scene = (platform: (typeof platforms)[number]) => ({
  platform,
  feed: 'https://feed.test/patchbay',
  publisher: 'CN=The Patchbay authors',
});

type Installed = Performance<Awaited<ReturnType<typeof install>>>;
/** The whole update on each system; run once, read by several tests. */
const installed = new Map<string, Promise<Installed>>();
function installOn(platform: (typeof platforms)[number]): Promise<Installed> {
  const played: Promise<Installed> = installed.get(platform) ?? perform('update#install', scene(platform));
  installed.set(platform, played);
  return played;
}

/** What is started or told to install, once nothing of the program is left. */
const installs = {
  linux: ['start Patchbay.AppImage', 'app.quit'],
  darwin: ['autoUpdater.quitAndInstall'],
  win32: ['start patchbay-9.0.0-win.exe --updated --force-run', 'app.quit'],
};
/** What the library requests, in its order. Only Windows compares the block maps of two installers. */
const requestedFiles = {
  linux: ['latest-linux.yml', 'patchbay-9.0.0-linux-x86_64.AppImage'],
  darwin: ['latest-mac.yml', 'patchbay-9.0.0-mac-universal.zip'],
  win32: ['latest.yml', 'patchbay-9.0.0-win.exe.blockmap', 'patchbay-9.0.0-win.exe'],
};

describe.concurrent('an update by the real library on a strict fake of Electron', () => {
  test.each(platforms)('on %s it is found, downloaded, and installed once everything is on disk', async (platform) => {
    const { result, faults: misuse, asked: questions, status } = await installOn(platform);
    expect(misuse).toEqual([]);
    expect(result.found).toEqual({ step: 'found', version: '9.0.0' });
    expect(result.fetched).toBe('fetched');
    expect(result.steps.slice(0, 2)).toEqual(['asking', 'found']);
    expect(result.steps.slice(2, -1).every((step) => /^fetching \d+$/.test(step))).toBe(true);
    expect(result.steps.at(-1)).toBe('fetched 100');
    // Refused once while a request ran, then agreed to.
    expect(questions).toEqual(Array(2).fill('One request is still running. Quit now?'));
    expect(result.ending).toEqual([
      'stayed',
      'BrowserWindow.close',
      'app.releaseSingleInstanceLock',
      ...installs[platform],
    ]);
    expect(result.isSealed).toBe(true);
    expect(status).toBe(0);
    // The AppImage keeps its name, and with it the entries in menus.
    if (platform === 'linux') expect(result.image).toBe('new');
  });

  test.each(platforms)('on %s its requests carry no persistent identifier', async (platform) => {
    const { result } = await installOn(platform);
    const places = result.requests.map(({ address }) => new URL(address));
    expect(places.map(({ origin, pathname }) => `${origin}${pathname}`)).toEqual(
      requestedFiles[platform].map((name) => `https://feed.test/patchbay/${name}`),
    );
    // The time, so that no cache responds.
    expect(places.map(({ searchParams }) => [...searchParams.keys()])).toEqual(
      requestedFiles[platform].map((_, index) => (index === 0 ? ['noCache'] : [])),
    );
    // What the library would store to recognize this installation.
    expect(result.hasNumber).toBe(false);
    const plain = { 'user-agent': 'electron-builder', 'cache-control': 'no-cache' };
    expect(result.requests.map(({ headers }) => headers)).toEqual(
      requestedFiles[platform].map((_, index) =>
        index === 0
          ? { ...plain, 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }
          : { ...plain, accept: '*/*' },
      ),
    );
  });

  test('a library that sends no request gives a reason, not the newest version', async () => {
    const { result } = await perform('update#unpacked', { ...scene('linux'), env: { APPIMAGE: undefined } });
    expect(result).toEqual({ step: 'idle', support: 'not-replaceable', requests: [] });
  });

  test.each([
    ['linux', ['app.exit 0', 'start Patchbay.AppImage']],
    // Squirrel does it by itself.
    ['darwin', ['app.exit 0']],
    ['win32', ['app.exit 0', 'start patchbay-9.0.0-win.exe --updated /S']],
  ] as const)('on %s a downloaded version is installed when the program quits', async (platform, ending) => {
    const { result, faults: misuse } = await perform<string[]>('update#quitWithNewer', scene(platform));
    expect(misuse).toEqual([]);
    expect(result).toEqual(ending);
  });

  test.each(platforms)('on %s each feed fault has its sentence, and nothing of it is kept', async (platform) => {
    const { result, faults: misuse } = await perform<Faults>('update#faults', scene(platform));
    expect(misuse).toEqual([]);
    const sentences = Object.entries(result).map(([name, { code, message }]) => [name, code, message]);
    const noList = 'The update feed did not send a list of versions.';
    const unsigned = 'The downloaded version was not signed by the same publisher and was deleted.';
    expect(sentences).toEqual([
      ['404', 'not-found', 'The update feed has no list of versions for this system.'],
      ['503', 'server', 'The update feed responded with status 503.'],
      ['html', 'wrong-type', noList],
      ['plain html', 'wrong-type', noList],
      ['empty', 'wrong-type', noList],
      ['no version', 'wrong-type', noList],
      ['offline', 'unreachable', 'The update feed could not be reached (ERR_INTERNET_DISCONNECTED).'],
      ['file 404', 'not-found', 'The update feed responded with status 404.'],
      ['broken', 'reset', 'The download was interrupted (ERR_CONTENT_LENGTH_MISMATCH).'],
      ['wrong hash', 'protocol', 'The downloaded version did not match its checksum and was deleted.'],
      ...(platform === 'win32'
        ? [
            ['wrong signer', 'protocol', unsigned],
            ['unsigned', 'protocol', unsigned],
          ]
        : []),
      ...(platform === 'darwin'
        ? [['unsigned', 'internal', 'The update failed: Code signature at URL did not pass validation']]
        : []),
      ['older', undefined, undefined],
      ['after all', undefined, undefined],
    ]);
    const { older, 'after all': whole, ...failed } = result;
    for (const [name, { step, kept }] of Object.entries(failed)) {
      expect([name, step]).toEqual([name, 'failed']);
      // Squirrel judges an archive that the library has checked and stored.
      if (platform !== 'darwin' || name !== 'unsigned') expect([name, kept]).toEqual([name, []]);
    }
    expect([older.step, whole.step]).toEqual(['newest', 'fetched']);
  });
});

test.each([
  [Object.assign(new Error('net::ERR_NAME_NOT_RESOLVED')), 'dns'],
  [Object.assign(new Error('net::ERR_CERT_AUTHORITY_INVALID')), 'tls'],
  [Object.assign(new Error('net::ERR_TUNNEL_CONNECTION_FAILED')), 'proxy'],
  [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), 'storage'],
  [new Error('Something new\n    at somewhere (file:///x.js)'), 'internal'],
  [undefined, 'internal'],
])('%s is named %s, with what to do and without a stack', (thrown, code) => {
  const { failure } = updateFailure(thrown, 'find');
  expect(failure).toMatchObject({
    code,
    retryable: true,
    effect: 'unchanged',
    hint: expect.stringMatching(/try again/i),
  });
  expect(failure.message).not.toMatch(/\n|file:/);
});
