import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callContext } from '../../../../support/core/call-context.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { give, openFilled, passphrase, sealedContent, sealedFile, secret, textOf } from './filled-connections.ts';
import { openConnections } from './open-connections.ts';

test('a plain file contains everything but keys, and lists what was omitted', async () => {
  const from = await openFilled();
  const ref = await from.area.exportPlain({ ids: from.ids }, callContext);
  expect(ref).toMatchObject({ name: 'connections.patchbay', type: 'application/json' });
  const content = await textOf(from, ref.id);
  expect(content).not.toMatch(/CANARY|work|spare/);
  expect(JSON.parse(content)).toMatchObject({
    format: 'patchbay-connections-2',
    connections: [
      {
        name: 'North',
        headers: [
          ['X-Team', 'red'],
          ['X-Access-Token', null],
          ['X-Zone', 'a'],
        ],
        keys: [],
      },
      { name: 'South' },
    ],
  });
  expect(content.slice(0, 600)).toMatch(/"[\w-]*patchbay[\w-]*"/);
});

test('a file of an earlier version opens, and its default native key style becomes auto', async () => {
  const to = await openConnections();
  const styles = (format: string) =>
    give(
      to,
      JSON.stringify({
        format,
        connections: ['x-vendor-api-key', 'bearer', undefined].map((nativeKeyStyle, at) => ({
          name: `Gate ${at}`,
          baseAddress: 'https://gate.example',
          nativeKeyStyle,
        })),
      }),
    ).then(async (fileId) => {
      const { connections } = await to.area.importChosen({ fileId, refs: ['1', '2', '3'] }, callContext);
      return connections.map(({ nativeKeyStyle }) => nativeKeyStyle);
    });
  expect(await styles('patchbay-connections-1')).toEqual(['auto', 'bearer', 'auto']);
  expect(await styles('patchbay-connections-2')).toEqual(['x-vendor-api-key', 'bearer', 'auto']);
});

test('a file of an earlier version says where routes were added, and one of another program where they are', async () => {
  const to = await openConnections();
  const addresses = [
    'https://gate.example/client/v4/x',
    'https://gate.example/v4',
    'https://gate.example/v1beta/openai',
  ];
  const placesOf = async (content: object) => {
    const fileId = await give(to, JSON.stringify(content));
    const { connections } = await to.area.importChosen({ fileId, refs: ['1', '2', '3'] }, callContext);
    return connections.map(({ baseAddress, prefixes }) => `${baseAddress} ${prefixes.compatible}`);
  };
  const connections = addresses.map((baseAddress, at) => ({ name: `Gate ${at}`, baseAddress }));
  expect(await placesOf({ format: 'patchbay-connections-2', connections })).toEqual([
    'https://gate.example/client/v4/x /v1',
    'https://gate.example /v4',
    'https://gate.example/v1beta/openai /v1',
  ]);
  expect(await placesOf(addresses.map((baseUrl) => ({ baseUrl })))).toEqual([
    'https://gate.example/client /v4/x',
    'https://gate.example /v4',
    'https://gate.example /v1beta/openai',
  ]);
});

test('an import restores exactly what was exported, as new connections', async () => {
  const from = await openFilled();
  const content = await textOf(from, (await from.area.exportPlain({ ids: from.ids }, callContext)).id);
  const to = await openConnections();
  const fileId = await give(to, content);
  const preview = await to.area.importPreview({ fileId }, callContext);
  expect(preview).toMatchObject([
    { name: 'North', baseAddress: 'https://north.example/gw', colour: 'prod', keys: [], sameAs: null, problem: null },
    { name: 'South', baseAddress: 'http://south.example', headers: [], problem: null },
  ]);
  expect(preview[0]?.headers).toEqual(['X-Team', 'X-Access-Token', 'X-Zone']);
  expect(preview[0]?.notes.join()).toMatch(/X-Access-Token/);
  expect(preview[1]?.notes.join()).toMatch(/isn't encrypted/);
  expect(to.area.list({}, callContext)).toEqual([]);
  to.announced.length = 0;
  const taken = await to.area.importChosen({ fileId, refs: preview.map(({ ref }) => ref) }, callContext);
  expect(taken.keys).toBe(0);
  const { id: _id, createdAt: _at, ...first } = from.first;
  expect(taken.connections[0]).toMatchObject({
    ...first,
    headers: [
      ['X-Team', 'red'],
      ['X-Zone', 'a'],
    ],
    proxy: { ...first.proxy, hasPassword: false },
  });
  // Each user consents to plain http themselves: no key is sent there before.
  expect(taken.connections[1]).toMatchObject({ origin: 'http://south.example', acceptedInsecure: false });
  expect(to.area.list({}, callContext)).toEqual(taken.connections);
  expect(to.announced).toEqual(['connections', 'keys']);
  expect((await to.area.importPreview({ fileId }, callContext))[0]?.sameAs).toBe(taken.connections[0]?.id);
});

test('a sealed file restores the keys, each bound to its own origin', async () => {
  const from = await openFilled();
  const { content } = await sealedFile(from);
  expect(content).not.toContain('CANARY');
  const to = await openConnections();
  const fileId = await give(to, content);
  const preview = await to.area.importPreview({ fileId }, callContext);
  expect(preview[0]?.keys).toMatchObject([
    { alias: 'work', origin: 'https://north.example' },
    { alias: 'spare', origin: 'https://north.example' },
  ]);
  const { connections, keys } = await to.area.importChosen({ fileId, refs: ['1', '2'], passphrase }, callContext);
  expect(keys).toBe(2);
  const [north] = connections;
  expect(north?.headers).toEqual(from.first.headers);
  expect(north?.proxy.hasPassword).toBe(true);
  expect(await to.passwords.reveal(north?.id ?? '')).toBe('CANARY-proxy-pass-1');
  const held = await to.keys.area.status({}, callContext);
  expect(held).toMatchObject([
    { alias: 'work', connectionId: north?.id, enabled: true, state: 'ready', lastUsedAt: null },
    { alias: 'spare', connectionId: north?.id, enabled: false },
  ]);
  expect(await to.keys.take(held[0]?.id ?? '', 'https://north.example')).toBe(secret);
  const sources = from.keys.listOf(from.first.id);
  expect(sources.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
});

test('without the passphrase only the connections are imported', async () => {
  const content = await sealedContent();
  const to = await openConnections();
  const fileId = await give(to, content);
  expect(await to.area.importChosen({ fileId, refs: ['1'] }, callContext)).toMatchObject({ keys: 0 });
  expect(to.vault.held().length).toBe(0);
});

test.each<[what: string, change: (content: string) => string, passphrase: string]>([
  ['a wrong passphrase', (content) => content, 'correct horse batterx'],
  ['another address for the keys', (content) => content.replaceAll('north.example', 'evil.example'), passphrase],
  [
    'another origin of a key',
    (content) => content.replace('"origin": "https://north', '"origin": "https://south'),
    passphrase,
  ],
  ['another header', (content) => content.replace('X-Team', 'X-Evil'), passphrase],
  ['other work for a guess', (content) => content.replace('"cost": 131072', '"cost": 65536'), passphrase],
  ['another seal', (content) => content.replace(/("sealed": ")./, '$1A').replace(/("sealed": "A)./, '$1B'), passphrase],
])('%s is one clear failure and changes nothing', async (_, change, given) => {
  const content = await sealedContent();
  expect(change(content) === content).toBe(given !== passphrase);
  const to = await openConnections();
  const fileId = await give(to, change(content));
  const failed = await failureOf(() =>
    to.area.importChosen({ fileId, refs: ['1', '2'], passphrase: given }, callContext),
  );
  expect(failed).toMatchObject({ code: 'invalid-key', param: 'passphrase' });
  expect(failed.message).toMatch(/passphrase is wrong, or the file was changed/);
  expect(to.area.list({}, callContext)).toEqual([]);
  expect(to.vault.held().length).toBe(0);
});

test('a file may be reformatted, and its passphrase typed on another keyboard', async () => {
  const from = await openFilled();
  const place = await from.area.exportSealed({ ids: from.ids, passphrase: 'Zürich-Genève-1' }, callContext);
  const to = await openConnections();
  const fileId = await give(to, `\ufeff${JSON.stringify(JSON.parse(readFileSync(place ?? '', 'utf8')))}`);
  const given = { fileId, refs: ['1'], passphrase: 'Zürich-Genève-1'.normalize('NFD') };
  expect((await to.area.importChosen(given, callContext)).keys).toBe(2);
});

test('a file with another address for a known name never takes over its key', async () => {
  const here = await openFilled();
  const evil = {
    format: 'patchbay-connections-1',
    connections: [
      { id: here.first.id, name: 'North', baseAddress: 'https://evil.example', acceptedInsecure: true, isDemo: true },
      { id: here.second.id, name: 'South', baseAddress: 'http://evil.example', acceptedInsecure: true },
    ],
  };
  const fileId = await give(here, JSON.stringify(evil));
  expect((await here.area.importPreview({ fileId }, callContext)).map(({ sameAs }) => sameAs)).toEqual([null, null]);
  const { connections } = await here.area.importChosen({ fileId, refs: ['1', '2'] }, callContext);
  expect(connections.map(({ id }) => here.ids.includes(id))).toEqual([false, false]);
  expect(connections.map(({ acceptedInsecure, isDemo }) => [acceptedInsecure, isDemo])).toEqual([
    [false, false],
    [false, false],
  ]);
  for (const { id, origin } of connections) {
    expect(here.keys.choose(id, undefined)).toBeNull();
    for (const key of await here.keys.area.status({}, callContext))
      expect(await here.keys.take(key.id, origin)).toBeNull();
  }
  expect(here.rows.find(here.first.id)?.baseAddress).toBe('https://north.example/gw');
});
