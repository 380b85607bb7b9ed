import { expect, test } from 'vitest';
import { createChangeFeed } from '#core/host/change-feed.ts';
import { createHost } from '#core/host/host.ts';
import type { Change } from '#shared/contract/host.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

function openHost() {
  const feed = createChangeFeed();
  const opened: string[] = [];
  const hostServices = createHostServices({
    dataFolder: tempFolder(),
    shell: {
      openLink: async (address) => void opened.push(address),
      chooseSavePath: async () => null,
      notify: () => {},
    },
  });
  const notices = [{ id: 'history-replaced', message: 'It was replaced.' }];
  const trouble: { now: Failure | null } = { now: null };
  const area = createHost({
    hostServices,
    db: { saving: true, notices },
    maintenance: { notices: [] },
    clockNotice: () => null,
    trouble: () => trouble.now,
    feed,
    reportWork: () => {},
  });
  return { area, feed, opened, trouble };
}

test('the page learns what this host can do', () => {
  expect(openHost().area.info({}, callContext)).toEqual({
    name: 'desktop',
    version: '0.0.0-test',
    platform: process.platform,
    window: 1,
    capabilities: {
      dialogs: true,
      notifications: false,
      admit: true,
      menuButton: false,
      windows: false,
      dragOut: false,
    },
    protection: 'memory',
    saving: true,
    notices: [{ id: 'history-replaced', message: 'It was replaced.' }],
  });
});

test('the page learns when saving stops and when it works again', async () => {
  const { area, trouble } = openHost();
  trouble.now = failure('storage', 'Not saved since 14:05: the disk is full.');
  const stopped = await area.info({}, callContext);
  expect(stopped.saving).toBe(false);
  expect(stopped.notices.at(-1)).toEqual({ id: 'saving-stopped', message: trouble.now.message });
  trouble.now = null;
  expect(await area.info({}, callContext)).toMatchObject({ saving: true, notices: [{ id: 'history-replaced' }] });
});

test.each([
  ['https://gate.example/a?b#c', 'https://gate.example/a?b#c'],
  ['HTTP://Gate.Example', 'http://gate.example/'],
  ['mailto:someone@gate.example', 'mailto:someone@gate.example'],
  ['https://good.example@gate.example/', 'https://gate.example/'],
])('%s is opened as %s', async (address, expected) => {
  const { area, opened } = openHost();
  await area.openLink({ address }, callContext);
  expect(opened).toEqual([expected]);
});

test.each([
  'javascript:alert(1)',
  ' jAvAsCrIpT:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'smb://server/share',
  'vbscript:x',
  'blob:https://gate.example/1',
  'ms-msdt:/id',
  'vscode://file/etc',
  '\\\\server\\share',
  '//gate.example',
  '/etc/passwd',
  'gate.example',
  'https:\\\\gate.example',
  '',
])('%j is not opened', async (address) => {
  const { area, opened } = openHost();
  expect((await failureOf(() => area.openLink({ address }, callContext))).code).toBe('invalid-address');
  expect(opened).toEqual([]);
});

/** Reads a number of changes, then leaves. */
async function read(changes: AsyncIterable<Change>, count: number): Promise<Change[]> {
  const received: Change[] = [];
  for await (const change of changes) if (received.push(change) === count) break;
  return received;
}

test('every listener receives changes from its first read on, in order', async () => {
  const { area, feed } = openHost();
  feed.announce({ area: 'settings', id: 'before' });
  const listeners = [1, 2].map(() => read(area.changes({}, callContext), 3));
  const changes: Change[] = [{ area: 'keys', id: 'a' }, { area: 'models' }, { area: 'keys', id: 'b' }];
  for (const change of changes) feed.announce(change);
  expect(await Promise.all(listeners)).toEqual([changes, changes]);
});

test('equal unread changes are merged, and a flood becomes one per area', async () => {
  const { feed } = openHost();
  const changes = feed.listen(callContext.signal)[Symbol.asyncIterator]();
  const first = changes.next();
  feed.announce({ area: 'host' });
  await first;
  for (let count = 0; count < 5; count++) feed.announce({ area: 'library', id: 'a' });
  feed.announce({ area: 'demo' });
  expect((await changes.next()).value).toEqual({ area: 'library', id: 'a' });
  expect((await changes.next()).value).toEqual({ area: 'demo' });
  for (let count = 0; count < 5_000; count++) feed.announce({ area: 'exchanges', id: String(count) });
  const received = [];
  for (let next = await changes.next(); ; next = await changes.next()) {
    received.push(next.value);
    if (received.length > 300 || JSON.stringify(next.value).includes('4999')) break;
  }
  expect(received[0]).toEqual({ area: 'exchanges' });
  expect(received.length).toBeLessThan(300);
  await changes.return?.();
});

test('a listener that leaves is removed, and closing the feed ends the others', async () => {
  const { feed } = openHost();
  const leaving = new AbortController();
  const left = read(feed.listen(leaving.signal), 9);
  const stays = read(feed.listen(callContext.signal), 9);
  leaving.abort();
  expect(await left).toEqual([]);
  feed.announce({ area: 'demo' });
  feed.close();
  expect(await stays).toEqual([]);
});

test('a host without a menu has no commands', async () => {
  for await (const _ of openHost().area.commands({}, callContext)) throw new Error('A command came.');
});
