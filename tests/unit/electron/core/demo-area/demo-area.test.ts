import { expect, onTestFinished, test } from 'vitest';
import { createConnectionRows } from '#core/connections/connection-rows.ts';
import { createDemoArea } from '#core/demo-area/demo-area.ts';
import type { DemoHandle, HostServices } from '#core/host-services.ts';
import { createKeys } from '#core/keys/keys.ts';
import { createCoreFacts } from '#core/store/core-facts.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { collectChanges } from '../../../../support/core/collect-changes.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

/** Demo gateways without a server, each with its own port. */
function demoHand() {
  const running = new Set<string>();
  let port = 4000;
  const startDemo = async (): Promise<DemoHandle> => {
    const url = `http://127.0.0.1:${++port}`;
    let pace = 60;
    let scenario: string | null = null;
    await new Promise((resolve) => setImmediate(resolve));
    running.add(url);
    return {
      url,
      key: `demo-key-${port}`,
      scenarios: [{ name: 'reset', group: 'cut', title: { en: 'Reset', 'zh-CN': '重置' } }],
      pace: () => pace,
      setPace(next) {
        pace = next;
      },
      scenario: () => scenario,
      setScenario(next) {
        scenario = next;
      },
      close: async () => void running.delete(url),
    };
  };
  return { startDemo, running };
}

function openArea({
  folder = tempFolder(),
  vault = createMemoryVault(),
  hand = demoHand(),
  lifetime = 'app' as HostServices['lifetime'],
} = {}) {
  const db = tempDatabase(folder);
  const { announce, announced } = collectChanges();
  const connections = createConnectionRows(db);
  const keys = createKeys({ db, vault, connections, announce });
  const facts = createCoreFacts(db);
  const demo = createDemoArea({
    hostServices: { lifetime, startDemo: hand.startDemo },
    db,
    facts,
    connections,
    keys,
    announce,
  });
  onTestFinished(demo.close);
  const ask = {
    state: async () => demo.area.state({}, callContext),
    start: async () => demo.area.start({}, callContext),
  };
  return { ...demo, ...ask, db, connections, keys, announced, folder, vault, hand };
}

test('before its first start it is off and has no connection', async () => {
  expect(await openArea().state()).toEqual({
    running: false,
    address: null,
    connectionId: null,
    pace: 0,
    scenario: null,
    scenarios: [],
  });
});

test('a start creates a connection whose key is sent to it', async () => {
  const { start, state, connections, keys, announced } = openArea();
  const started = await start();
  const [connection] = connections.list();
  expect(started).toMatchObject({
    running: true,
    address: 'http://127.0.0.1:4001',
    connectionId: connection?.id,
    pace: 60,
    scenarios: [{ name: 'reset', group: 'cut', title: { en: 'Reset', 'zh-CN': '重置' } }],
  });
  expect(connection).toMatchObject({ name: 'Demo gateway', isDemo: true, baseAddress: 'http://127.0.0.1:4001' });
  const key = keys.choose(connection?.id ?? '', undefined);
  expect(key).toMatchObject({ alias: 'demo', state: 'ready' });
  expect(await keys.take(key?.id ?? '', 'http://127.0.0.1:4001')).toBe('demo-key-4001');
  expect(announced).toContain('demo');
  expect(await state()).toEqual(started);
});

test('two starts, concurrent or consecutive, start one gateway', async () => {
  const { start, hand, connections } = openArea();
  const [first, second] = await Promise.all([start(), start()]);
  expect(second).toEqual(first);
  await start();
  expect(hand.running.size).toBe(1);
  expect(connections.list()).toHaveLength(1);
});

test('the next start moves its connection and key to the new port and leaves the other settings alone', async () => {
  const { start, area, connections, keys, hand } = openArea();
  const { connectionId } = await start();
  const mine = { ...connections.list()[0]!, name: 'Playground', colour: 'dev' as const };
  connections.write(mine);
  const own = await keys.put({ connectionId: mine.id, alias: 'mine', secret: 'sk-mine' });
  expect(await area.stop({}, callContext)).toMatchObject({ running: false, address: null, connectionId });
  expect(hand.running.size).toBe(0);
  await start();
  expect(connections.list()).toEqual([
    { ...mine, baseAddress: 'http://127.0.0.1:4002', origin: 'http://127.0.0.1:4002' },
  ]);
  const statuses = await keys.area.status({}, callContext);
  expect(statuses.map(({ alias, state }) => [alias, state])).toEqual([
    ['demo', 'ready'],
    ['mine', 'other-origin'],
  ]);
  expect(await keys.take(own.id, 'http://127.0.0.1:4002')).toBeNull();
});

test('pace and scenario are set together or not at all', async () => {
  const { start, area } = openArea();
  expect((await failureOf(() => area.set({ pace: 5 }, callContext))).code).toBe('not-found-here');
  await start();
  expect(await area.set({ pace: 0, scenario: 'reset' }, callContext)).toMatchObject({ pace: 0, scenario: 'reset' });
  expect((await failureOf(() => area.set({ pace: 9, scenario: 'nonsense' }, callContext))).code).toBe('bad-input');
  expect(await area.set({ scenario: null }, callContext)).toMatchObject({ pace: 0, scenario: null });
});

test('a failed start reports the reason, leaves nothing running and can be retried', async () => {
  const vault = createMemoryVault();
  const { put } = vault;
  vault.put = () => Promise.reject(new Error('the keyring is locked'));
  const { start, state, hand } = openArea({ vault });
  await expect(start()).rejects.toThrow('locked');
  expect(hand.running.size).toBe(0);
  expect((await state()).running).toBe(false);
  vault.put = put;
  expect((await start()).running).toBe(true);
});

test('it starts with the program if it was running when the program exited', async () => {
  const first = openArea();
  const { connectionId } = await first.start();
  await first.close();
  first.db.close();
  const second = openArea({ folder: first.folder, vault: first.vault, hand: first.hand });
  const resuming = second.resume();
  expect(await second.state()).toMatchObject({ running: true, address: 'http://127.0.0.1:4002', connectionId });
  await resuming;
  await second.area.stop({}, callContext);
  second.db.close();
  const third = openArea({ folder: first.folder, vault: first.vault, hand: first.hand });
  await third.resume();
  expect((await third.state()).running).toBe(false);
});

test('a terminal command does not start it implicitly', async () => {
  const first = openArea();
  await first.start();
  await first.close();
  first.db.close();
  const { resume, state } = openArea({ folder: first.folder, vault: first.vault, lifetime: 'command' });
  await resume();
  expect((await state()).running).toBe(false);
});

test('of two programs on one folder one runs it and both use it', async () => {
  const one = openArea();
  const started = await one.start();
  const other = openArea({ folder: one.folder, vault: one.vault, hand: one.hand });
  await other.resume();
  expect(await other.start()).toMatchObject({ running: true, address: started.address, scenarios: [] });
  expect(one.hand.running.size).toBe(1);
  expect((await failureOf(() => other.area.stop({}, callContext))).message).toMatch(/another running Patchbay/);
  expect((await failureOf(() => other.area.set({ pace: 1 }, callContext))).message).toMatch(/another running Patchbay/);
  await one.close();
  one.db.close();
  expect((await other.state()).running).toBe(false);
  expect(await other.start()).toMatchObject({ running: true, address: 'http://127.0.0.1:4002' });
});

test("a program that cannot read the key of another program's demo says so", async () => {
  const one = openArea();
  await one.start();
  const other = openArea({ folder: one.folder });
  expect((await failureOf(() => other.start())).message).toMatch(/has its key/);
});
