import { Buffer } from 'node:buffer';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Hands } from '#core/hands.ts';
import { asked } from '../asked.ts';
import { createHands } from '../create-hands.ts';
import { authority } from '../exchange/certificates.ts';
import { failureOf } from '../failure-of.ts';
import { createMemoryVault } from '../memory-vault.ts';
import { openConnections } from './open-connections.ts';

type Opened = Awaited<ReturnType<typeof openConnections>>;

const secret = 'sk-CANARY-0123456789abcdefghijABCDEFGHIJ01234567';
const passphrase = 'correct horse battery';
const noDialogs: Partial<Hands> = { capabilities: { dialogs: false, notifications: false, admit: false } };

/** Two connections with all there is: the first with two keys, a proxy's password and a header that is a secret. */
async function openFilled(change: Partial<Hands> = noDialogs) {
  const opened = await openConnections(change);
  const { area, save, keys } = opened;
  const first = await save({
    name: 'North',
    baseAddress: 'https://north.example/gw',
    nativeKeyStyle: 'x-goog-api-key',
    colour: 'prod',
    headers: [
      ['X-Team', 'red'],
      ['X-Access-Token', 'CANARY-header-token-99'],
      ['X-Zone', 'a'],
    ],
    exposedRoutes: ['native.streamGenerateContent'],
    proxy: { mode: 'custom', address: 'http://proxy.example:3128', bypass: '.corp', user: 'me' },
    extraCa: { name: 'ours', pem: authority },
    deadlines: { idleMs: 5000, totalMs: null },
    retries: 2,
  });
  await area.putProxyPassword({ id: first.id, password: 'CANARY-proxy-pass-1' }, asked);
  await keys.put({ connectionId: first.id, alias: 'work', secret });
  const off = await keys.put({ connectionId: first.id, alias: 'spare', secret: `${secret}-2` });
  await keys.area.enable({ id: off.id, enabled: false }, asked);
  const second = await save({ name: 'South', baseAddress: 'http://south.example', acceptedInsecure: true });
  return { ...opened, first, second, ids: [first.id, second.id] };
}

/** Puts a text where another core's page would have put it. */
async function give({ files }: Opened, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const once = async function* () {
    yield bytes;
  };
  return (await files.admit({ name: 'in.json', type: 'application/json', sizeBytes: bytes.length }, once())).id;
}

const textOf = async ({ files }: Opened, id: string) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await files.open(id))?.stream() ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

const sealedFile = async (opened: Awaited<ReturnType<typeof openFilled>>) => {
  const place = await opened.area.exportSealed({ ids: opened.ids, passphrase }, asked);
  return { place: place ?? '', content: readFileSync(place ?? '', 'utf8') };
};

let sealedOnce: Promise<string> | undefined;
/** A sealed file of those two. Sealing takes a while on purpose, so that it is done once for all who only read it. */
const sealedContent = () => (sealedOnce ??= openFilled().then(async (from) => (await sealedFile(from)).content));

test('a plain file holds all but keys, and names what was left out', async () => {
  const from = await openFilled();
  const ref = await from.area.exportPlain({ ids: from.ids }, asked);
  expect(ref).toMatchObject({ name: 'connections.patchbay.json', type: 'application/json' });
  const content = await textOf(from, ref.id);
  expect(content).not.toMatch(/CANARY|work|spare/);
  expect(JSON.parse(content)).toMatchObject({
    format: 'patchbay-connections-1',
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

test('what comes in is what went out, as new connections', async () => {
  const from = await openFilled();
  const content = await textOf(from, (await from.area.exportPlain({ ids: from.ids }, asked)).id);
  const to = await openConnections();
  const fileId = await give(to, content);
  const preview = await to.area.importPreview({ fileId }, asked);
  expect(preview).toMatchObject([
    { name: 'North', baseAddress: 'https://north.example/gw', colour: 'prod', keys: [], sameAs: null, problem: null },
    { name: 'South', baseAddress: 'http://south.example', headers: [], problem: null },
  ]);
  expect(preview[0]?.headers).toEqual(['X-Team', 'X-Access-Token', 'X-Zone']);
  expect(preview[0]?.notes.join()).toMatch(/X-Access-Token/);
  expect(preview[1]?.notes.join()).toMatch(/Plain http/);
  expect(to.area.list({}, asked)).toEqual([]);
  to.heard.length = 0;
  const taken = await to.area.importChosen({ fileId, refs: preview.map(({ ref }) => ref) }, asked);
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
  // Everybody gives their own consent to plain http: no key goes there before.
  expect(taken.connections[1]).toMatchObject({ origin: 'http://south.example', acceptedInsecure: false });
  expect(to.area.list({}, asked)).toEqual(taken.connections);
  expect(to.heard).toEqual(['connections', 'keys']);
  expect((await to.area.importPreview({ fileId }, asked))[0]?.sameAs).toBe(taken.connections[0]?.id);
});

test('a sealed file brings the keys, each bound to its own origin', async () => {
  const from = await openFilled();
  const { content } = await sealedFile(from);
  expect(content).not.toContain('CANARY');
  const to = await openConnections();
  const fileId = await give(to, content);
  const preview = await to.area.importPreview({ fileId }, asked);
  expect(preview[0]?.keys).toMatchObject([
    { alias: 'work', origin: 'https://north.example' },
    { alias: 'spare', origin: 'https://north.example' },
  ]);
  const { connections, keys } = await to.area.importChosen({ fileId, refs: ['1', '2'], passphrase }, asked);
  expect(keys).toBe(2);
  const [north] = connections;
  expect(north?.headers).toEqual(from.first.headers);
  expect(north?.proxy.hasPassword).toBe(true);
  expect(await to.passwords.reveal(north?.id ?? '')).toBe('CANARY-proxy-pass-1');
  const held = await to.keys.area.status({}, asked);
  expect(held).toMatchObject([
    { alias: 'work', connectionId: north?.id, enabled: true, state: 'ready', lastUsedAt: null },
    { alias: 'spare', connectionId: north?.id, enabled: false },
  ]);
  expect(await to.keys.take(held[0]?.id ?? '', 'https://north.example')).toBe(secret);
  const sources = from.keys.listOf(from.first.id);
  expect(sources.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
});

test('without the passphrase the connections come alone', async () => {
  const content = await sealedContent();
  const to = await openConnections();
  const fileId = await give(to, content);
  expect(await to.area.importChosen({ fileId, refs: ['1'] }, asked)).toMatchObject({ keys: 0 });
  expect(to.vault.secrets.size).toBe(0);
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
  const failed = await failureOf(() => to.area.importChosen({ fileId, refs: ['1', '2'], passphrase: given }, asked));
  expect(failed).toMatchObject({ code: 'invalid-key', param: 'passphrase' });
  expect(failed.message).toMatch(/passphrase is wrong, or the file was changed/);
  expect(to.area.list({}, asked)).toEqual([]);
  expect(to.vault.secrets.size).toBe(0);
});

test('a file may be laid out anew, and its passphrase typed on another keyboard', async () => {
  const from = await openFilled();
  const place = await from.area.exportSealed({ ids: from.ids, passphrase: 'Zürich-Genève-1' }, asked);
  const to = await openConnections();
  const fileId = await give(to, `\ufeff${JSON.stringify(JSON.parse(readFileSync(place ?? '', 'utf8')))}`);
  const given = { fileId, refs: ['1'], passphrase: 'Zürich-Genève-1'.normalize('NFD') };
  expect((await to.area.importChosen(given, asked)).keys).toBe(2);
});

test('A08: a file that brings another address for a known name never takes over its key', async () => {
  const here = await openFilled();
  const evil = {
    format: 'patchbay-connections-1',
    connections: [
      { id: here.first.id, name: 'North', baseAddress: 'https://evil.example', acceptedInsecure: true, isDemo: true },
      { id: here.second.id, name: 'South', baseAddress: 'http://evil.example', acceptedInsecure: true },
    ],
  };
  const fileId = await give(here, JSON.stringify(evil));
  expect((await here.area.importPreview({ fileId }, asked)).map(({ sameAs }) => sameAs)).toEqual([null, null]);
  const { connections } = await here.area.importChosen({ fileId, refs: ['1', '2'] }, asked);
  expect(connections.map(({ id }) => here.ids.includes(id))).toEqual([false, false]);
  expect(connections.map(({ acceptedInsecure, isDemo }) => [acceptedInsecure, isDemo])).toEqual([
    [false, false],
    [false, false],
  ]);
  for (const { id, origin } of connections) {
    expect(here.keys.choose(id, undefined)).toBeNull();
    for (const key of await here.keys.area.status({}, asked)) expect(await here.keys.take(key.id, origin)).toBeNull();
  }
  expect(here.rows.find(here.first.id)?.baseAddress).toBe('https://north.example/gw');
});

test('an entry that makes no sense is told with its reason, and does not spoil the others', async () => {
  const to = await openConnections();
  const entry = (change: object) => ({ name: 'One', baseAddress: 'https://one.example', ...change });
  const fileId = await give(
    to,
    JSON.stringify({
      format: 'patchbay-connections-1',
      connections: [
        entry({}),
        entry({ baseAddress: 'ftp://two.example' }),
        entry({ headers: [['Host', 'evil.example']] }),
        entry({ headers: [['X-Break', 'a\r\nb']] }),
        entry({ proxy: { mode: 'custom', address: 'http://me:hunter2@proxy.example' } }),
        entry({ extraCa: { name: 'x', pem: 'no certificate' } }),
        entry({ retries: 99 }),
        entry({ deadlines: { idleMs: 1 } }),
        entry({ nativeKeyStyle: 'constructor' }),
        'nonsense',
        null,
      ],
    }),
  );
  const preview = await to.area.importPreview({ fileId }, asked);
  expect(preview.map(({ problem }) => problem?.code ?? null)).toEqual([
    null,
    'invalid-address',
    'bad-draft',
    'bad-draft',
    'invalid-address',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
    'bad-input',
  ]);
  expect(JSON.stringify(preview)).not.toContain('hunter2');
  expect(new Set(preview.map(({ ref }) => ref)).size).toBe(preview.length);
  const failed = await failureOf(() => to.area.importChosen({ fileId, refs: ['1', '3'] }, asked));
  expect(failed.code).toBe('bad-draft');
  expect(to.area.list({}, asked)).toEqual([]);
  expect((await to.area.importChosen({ fileId, refs: ['1'] }, asked)).connections).toHaveLength(1);
  expect((await failureOf(() => to.area.importChosen({ fileId, refs: ['12'] }, asked))).code).toBe('bad-input');
});

test.each<[what: string, content: string]>([
  ['nothing', ''],
  ['no JSON', 'OPENAI_API_KEY=sk-1'],
  ['JSON of something else', '{"name":"x","songs":[1,2]}'],
  ['a later Patchbay', '{"format":"patchbay-connections-2","connections":[]}'],
  ['a form without a number', '{"format":"patchbay-connections-x","connections":[]}'],
  ['no list', '{"format":"patchbay-connections-1","connections":{}}'],
  ['another seal', '{"format":"patchbay-connections-1","connections":[],"sealing":{"kdf":"none"},"sealed":"AAAA"}'],
  [
    'a seal that would take all memory',
    '{"format":"patchbay-connections-1","connections":[],"sealing":{"kdf":"scrypt","cost":1073741824,"blockSize":8,"parallel":1,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","cipher":"aes-256-gcm","nonce":"AAAAAAAAAAAAAAAA"},"sealed":"AAAA"}',
  ],
])('a file with %s is refused', async (_, content) => {
  const to = await openConnections();
  const fileId = await give(to, content);
  const failed = await failureOf(() => to.area.importPreview({ fileId }, asked));
  expect(failed.code).toBe('bad-input');
  expect(failed.hint).toMatch(/Nothing was changed/);
});

test('the JSON of other tools is read as far as it names addresses; keys in clear are named and left', async () => {
  const to = await openConnections();
  const fileId = await give(
    to,
    JSON.stringify({
      providers: {
        acme: {
          api_base: 'https://acme.example/v1',
          api_key: 'sk-CANARY-in-clear-1',
          extra_headers: { 'X-Team': 'red' },
        },
        other: {
          name: 'Other',
          baseURL: 'https://other.example/v1beta',
          headers: [
            { name: 'Authorization', value: 'Bearer sk-CANARY-in-clear-2' },
            { name: 'X-Zone', value: 'a' },
          ],
        },
      },
      models: [{ id: 'm', url: '' }],
    }),
  );
  const preview = await to.area.importPreview({ fileId }, asked);
  expect(preview).toMatchObject([
    { name: 'acme', baseAddress: 'https://acme.example', headers: ['X-Team'], keys: [], problem: null },
    { name: 'Other', baseAddress: 'https://other.example', headers: ['X-Zone'], keys: [], problem: null },
  ]);
  expect(preview[0]?.notes.join()).toMatch(/key stands in clear.*api_key/);
  expect(preview[1]?.notes.join()).toMatch(/Authorization/);
  expect(JSON.stringify(preview)).not.toContain('CANARY');
  const { connections, keys } = await to.area.importChosen({ fileId, refs: ['1', '2'] }, asked);
  expect(keys).toBe(0);
  expect(connections.map(({ headers }) => headers)).toEqual([[['X-Team', 'red']], [['X-Zone', 'a']]]);
  expect(to.vault.secrets.size).toBe(0);
});

test('a sealed file is private, never replaces another one and follows no link', async () => {
  const from = await openFilled();
  const folder = path.join(from.db.folder, 'exports');
  mkdirSync(folder);
  const victim = path.join(from.db.folder, 'victim');
  symlinkSync(victim, path.join(folder, 'connections.patchbay.json'));
  writeFileSync(path.join(folder, 'connections.patchbay (2).json'), 'mine');
  const { place } = await sealedFile(from);
  expect(place).toBe(path.join(folder, 'connections.patchbay (3).json'));
  expect(statSync(place).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, 'connections.patchbay (2).json'), 'utf8')).toBe('mine');
  expect(readdirSync(from.db.folder)).not.toContain('victim');
});

test('a folder for exports that is a link is not followed', async () => {
  const from = await openFilled();
  const elsewhere = path.join(from.db.folder, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, path.join(from.db.folder, 'exports'));
  expect((await failureOf(() => from.area.exportSealed({ ids: from.ids, passphrase }, asked))).code).toBe('storage');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('where the person can say where, the file goes there, and nowhere when they say no', async () => {
  const offered: string[] = [];
  let place: string | null = null;
  const shell: Hands['shell'] = {
    ...createHands({ dataFolder: '' }).shell,
    async chooseSavePath(name) {
      offered.push(name);
      return place;
    },
  };
  const from = await openFilled({ shell });
  expect(await from.area.exportSealed({ ids: [from.first.id], passphrase }, asked)).toBeNull();
  place = path.join(from.db.folder, 'chosen.json');
  expect(await from.area.exportSealed({ ids: [from.first.id], passphrase }, asked)).toBe(place);
  expect(offered).toEqual(['North.patchbay.json', 'North.patchbay.json']);
  expect(lstatSync(place).mode & 0o777).toBe(0o600);
  expect(readdirSync(from.db.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a key that the vault lost stops the export, so that no file lacks a key in silence', async () => {
  const from = await openFilled();
  for (const [id, held] of from.vault.secrets) if (held === secret) from.vault.secrets.delete(id);
  const failed = await failureOf(() => from.area.exportSealed({ ids: from.ids, passphrase }, asked));
  expect(failed).toMatchObject({ code: 'no-key', message: expect.stringContaining('work') });
  expect(readdirSync(from.db.folder)).not.toContain('exports');
});

test('a vault that fails half-way leaves nothing behind', async () => {
  const content = await sealedContent();
  const vault = createMemoryVault();
  let room = 1;
  const put = (id: string, text: string) => (room-- > 0 ? vault.put(id, text) : Promise.reject(new Error('locked')));
  const to = await openConnections({ vault: { ...vault, put } });
  const fileId = await give(to, content);
  await expect(to.area.importChosen({ fileId, refs: ['1', '2'], passphrase }, asked)).rejects.toThrow('locked');
  expect(to.area.list({}, asked)).toEqual([]);
  expect(await to.keys.area.status({}, asked)).toEqual([]);
  expect(vault.secrets.size).toBe(0);
});

test('a connection that is gone stops an export', async () => {
  const from = await openFilled();
  for (const work of [
    () => from.area.exportPlain({ ids: [...from.ids, 'gone'] }, asked),
    () => from.area.exportSealed({ ids: ['gone'], passphrase }, asked),
    () => from.area.importPreview({ fileId: 'gone' }, asked),
  ])
    expect((await failureOf(work)).code).toBe('not-found-here');
});
