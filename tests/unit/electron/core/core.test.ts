import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startDemoGateway } from '#demo/gateway.ts';
import { failureOf } from '../../../support/core/failure-of.ts';
import { createMemoryVault } from '../../../support/core/memory-vault.ts';
import { chatDraft, openCore, readParts, textOf } from '../../../support/core/open-core.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';
import { child } from './store/child.ts';

/** All files under a folder. */
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());

test('goes from an empty folder to a recorded chat, and continues after a restart', async () => {
  const dataFolder = tempFolder();
  const vault = createMemoryVault();
  const key = 'CANARY7d1f0c5b9a8e4d2c6b3a1f0e9d8c7b6a';
  const startDemo = () => startDemoGateway({ paceTokensPerSecond: 0, key });
  const first = await openCore({ dataFolder, vault, startDemo });
  expect(await first.client.host.info({})).toMatchObject({ saving: true, notices: [], protection: 'memory' });
  expect(await first.client.connections.list({})).toEqual([]);

  const { connectionId, address } = await first.client.demo.start({});
  if (connectionId === null) throw new Error('The demo has no connection.');
  const listed = await first.client.models.list({ connectionId, refresh: true });
  expect(listed.failures).toEqual([]);
  expect(listed.models.find(({ id }) => id === 'demo-chat')).toMatchObject({
    endpoints: expect.arrayContaining(['openai']),
  });
  expect(new Set(listed.models.map(({ id }) => id)).size).toBe(listed.models.length);

  const parts = await readParts(first.client.exchanges.run(chatDraft(connectionId, 'Say something about tea.')));
  const end = parts.at(-1);
  expect(end).toMatchObject({ type: 'run-end', state: 'done', sent: 'answered', error: null });
  expect(textOf(parts).length).toBeGreaterThan(20);
  const history = await first.client.exchanges.list({});
  expect(history.map(({ routeId, state, status }) => [routeId, state, status])).toEqual([
    ['chat.completions', 'done', 200],
    ...history.slice(1).map(({ routeId }) => [routeId, 'done', 200]),
  ]);
  expect(
    history
      .slice(1)
      .map(({ routeId }) => routeId)
      .sort(),
  ).toEqual(['models', 'native.models']);
  expect(listed.exchangeIds.toSorted()).toEqual(
    history
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );

  await first.client.settings.put({ name: 'theme', value: 'dark' });
  await first.client.library.save({
    id: 'talk',
    panel: 'chat',
    title: 'Tea',
    model: 'demo-chat',
    content: '{}',
    passages: [{ messageId: 'm1', text: textOf(parts) }],
    revision: 0,
  });
  await first.close();
  const leaks = filesUnder(dataFolder).filter((file) => readFileSync(file, 'latin1').includes('CANARY'));
  expect(leaks).toEqual([]);

  const second = await openCore({ dataFolder, vault, startDemo });
  const state = await second.client.demo.state({});
  expect(state).toMatchObject({ running: true, connectionId });
  expect(state.address).not.toBe(address);
  const watched = await readParts(second.client.exchanges.watch({ id: history[0]?.id ?? '' }));
  expect(textOf(watched)).toBe(textOf(parts));
  expect((await second.client.models.list({ connectionId })).models).toEqual(listed.models);
  expect(await second.client.settings.all({})).toEqual({ theme: 'dark' });
  const word = /\w{5,}/.exec(textOf(parts))?.[0] ?? '';
  expect(await second.client.library.search({ panel: 'chat', text: word })).toMatchObject([{ messageId: 'm1' }]);
  const again = await readParts(second.client.exchanges.run(chatDraft(connectionId, 'And about milk?')));
  expect(again.at(-1)).toMatchObject({ type: 'run-end', state: 'done' });
});

test('a page is notified of everything another page does', async () => {
  const { client } = await openCore({ dataFolder: tempFolder() });
  const leaving = new AbortController();
  const areas = new Set<string>();
  const listening = (async () => {
    for await (const { area } of client.host.changes({}, { signal: leaving.signal })) {
      areas.add(area);
      if (areas.size === 8) break;
    }
  })();
  const { connectionId } = await client.demo.start({});
  await client.models.list({ connectionId: connectionId ?? '', refresh: true });
  await client.settings.put({ name: 'a', value: 1 });
  await client.library.save({ id: 'a', panel: 'chat', title: '', model: null, content: '{}', revision: 0 });
  await listening;
  expect([...areas].sort()).toEqual([
    'connections',
    'demo',
    'exchanges',
    'keys',
    'library',
    'models',
    'prices',
    'settings',
  ]);
});

test('a page is notified of what another program does in the same folder', async () => {
  const dataFolder = tempFolder();
  const [one, other] = [await openCore({ dataFolder }), await openCore({ dataFolder })];
  const leaving = new AbortController();
  const changes = one.client.host.changes({}, { signal: leaving.signal })[Symbol.asyncIterator]();
  const first = changes.next();
  await other.client.settings.put({ name: 'theme', value: 'light' });
  await other.client.library.save({ id: 'a', panel: 'chat', title: '', model: null, content: '{}', revision: 0 });
  expect((await first).done).toBe(false);
  expect(await one.client.settings.all({})).toEqual({ theme: 'light' });
  expect(await one.client.library.conversations({ panel: 'chat' })).toHaveLength(1);
  leaving.abort();
});

test('a changed address gets no key until the key is entered again', async () => {
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { address, connectionId } = await client.demo.start({});
  const other = await startDemoGateway({ paceTokensPerSecond: 0 });
  try {
    const { id } = await client.connections.save({ name: 'Mine', baseAddress: address ?? '' });
    const key = await client.keys.put({ connectionId: id, alias: '', secret: 'demo-key' });
    const run = async () => (await readParts(client.exchanges.run(chatDraft(id, 'Hello')))).at(-1);
    expect(await run()).toMatchObject({ state: 'done' });
    await client.connections.save({ id, name: 'Mine', baseAddress: other.url });
    expect(await client.keys.status({ connectionId: id })).toMatchObject([{ id: key.id, state: 'other-origin' }]);
    expect(await run()).toMatchObject({ state: 'failed', sent: 'not-sent' });
    expect(other.requests()).toBe(0);
    await client.keys.put({ id: key.id, connectionId: id, alias: '', secret: 'demo-key' });
    expect(await run()).toMatchObject({ state: 'done' });
    expect(id).not.toBe(connectionId);
  } finally {
    await other.close();
  }
});

test('closing mid-response keeps what had arrived', async () => {
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder, startDemo: () => startDemoGateway({ paceTokensPerSecond: 40 }) });
  const { connectionId } = await first.client.demo.start({});
  let text = '';
  for await (const part of first.client.exchanges.run(chatDraft(connectionId ?? '', 'Go on', 'demo-long'))) {
    if (part.type === 'text-delta') text += part.text;
    if (text.length > 60) break;
  }
  const closing = first.close();
  await first.close();
  await closing;
  const second = await openCore({ dataFolder });
  const [exchange] = await second.client.exchanges.list({ routeId: 'chat.completions' });
  expect(exchange?.state).toBe('cancelled');
  expect(textOf(await readParts(second.client.exchanges.watch({ id: exchange?.id ?? '' })))).toContain(text);
});

test('a killed process leaves its exchange interrupted; one that still runs is left alone', async () => {
  const dataFolder = tempFolder();
  const gateway = await startDemoGateway({ paceTokensPerSecond: 40 });
  const asking = `
    const { createCore } = await import(process.cwd() + '/electron/core/index.ts');
    const { draft } = await import(process.cwd() + '/shared/contract/exchanges.ts');
    const secrets = new Map();
    const vault = { protection: 'memory', put: async (id, key) => secrets.set(id, key), take: async (id) => secrets.get(id) ?? null, forget: async () => {} };
    const core = await createCore({ hostName: 'terminal', lifetime: 'command', version: '0', capabilities: {}, dataFolder: folder, vault, shell: {}, fileAddress: (id) => id, proxyFor: async () => null });
    const { signal } = new AbortController();
    const { connectionDraft } = await import(process.cwd() + '/shared/contract/connections.ts');
    const { id } = await core.handlers.connections.save(connectionDraft.parse({ name: 'a', baseAddress: '${gateway.url}' }), { signal });
    await core.handlers.keys.put({ connectionId: id, alias: 'a', secret: 'demo-key' }, { signal });
    const text = JSON.stringify({ model: 'demo-long', stream: true, messages: [{ role: 'user', content: 'Go on' }] });
    const question = draft.parse({ connectionId: id, routeId: 'chat.completions', body: { kind: 'json', text } });
    for await (const part of core.handlers.exchanges.run(question, { signal }))
      if (part.type === 'text-delta') say(part.text);`;
  try {
    const [killed, runs] = [child(dataFolder, asking), child(dataFolder, asking)];
    for (const one of [killed, runs]) for (let count = 0; count < 20; count++) await one.line();
    await killed.kill();
    const { client } = await openCore({ dataFolder });
    const states = (await client.exchanges.list({})).map(({ state }) => state);
    expect(states.sort()).toEqual(['interrupted', 'running']);
    await runs.line();
  } finally {
    await gateway.close();
  }
});

/** Overwrites the first page of a table, which opening the database does not read. */
function breakTable(dataFolder: string, table: string): void {
  const file = path.join(dataFolder, 'patchbay.db');
  const sql = new DatabaseSync(file);
  const page = Number(sql.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage);
  sql.close();
  writeFileSync(file, readFileSync(file).fill(0xff, (page - 1) * 4096, page * 4096));
}

test('damage found in use is reported at once and repaired at the next start', async () => {
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder });
  await first.client.connections.save({ name: 'Mine', baseAddress: 'https://gate.example' });
  await first.client.settings.put({ name: 'theme', value: 'dark' });
  await first.close();
  breakTable(dataFolder, 'settings');
  // As in a history too large for a seal.
  rmSync(path.join(dataFolder, 'patchbay.db-seal'));
  const second = await openCore({ dataFolder });
  expect((await second.client.host.info({})).notices).toEqual([]);
  const failed = await failureOf(() => second.client.settings.all({}));
  expect(failed).toMatchObject({ code: 'storage', hint: expect.stringMatching(/^Restart Patchbay/) });
  await second.close();
  const third = await openCore({ dataFolder });
  expect(await third.client.host.info({})).toMatchObject({ saving: true, notices: [{ id: 'history-replaced' }] });
  expect(await third.client.settings.all({})).toEqual({});
  expect(await third.client.connections.list({})).toMatchObject([{ name: 'Mine' }]);
  await third.close();
  expect((await (await openCore({ dataFolder })).client.host.info({})).notices).toEqual([]);
});

test('damage found at the start is repaired during it', async () => {
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder });
  await first.client.connections.save({ name: 'Mine', baseAddress: 'https://gate.example' });
  await first.close();
  breakTable(dataFolder, 'exchanges_running');
  const { client } = await openCore({ dataFolder });
  expect(await client.host.info({})).toMatchObject({ saving: true, notices: [{ id: 'history-replaced' }] });
  expect(await client.connections.list({})).toMatchObject([{ name: 'Mine' }]);
});

test('an unusable folder is reported, and everything works until exit', async () => {
  const dataFolder = path.join(tempFolder(), 'data');
  writeFileSync(dataFolder, 'a file is in the way');
  const { client } = await openCore({ dataFolder });
  const info = await client.host.info({});
  expect(info).toMatchObject({ saving: false, notices: [{ id: 'not-saving' }] });
  const { connectionId } = await client.demo.start({});
  const parts = await readParts(client.exchanges.run(chatDraft(connectionId ?? '', 'Hello')));
  expect(parts.at(-1)).toMatchObject({ state: 'done' });
  expect(await client.exchanges.list({})).toHaveLength(1);
  const file = await client.files.keep({ name: 'a.txt', type: 'text/plain', text: 'hello' });
  expect(await client.files.get({ id: file.id })).toEqual(file);
  expect(readFileSync(dataFolder, 'utf8')).toBe('a file is in the way');
});
