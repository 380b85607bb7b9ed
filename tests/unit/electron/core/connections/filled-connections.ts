import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { type HostServices, noCapabilities } from '#core/host-services.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { authority } from '../../../../support/exchange/certificates.ts';
import { openConnections } from './open-connections.ts';

type Opened = Awaited<ReturnType<typeof openConnections>>;

export const secret = 'sk-CANARY-0123456789abcdefghijABCDEFGHIJ01234567';
export const passphrase = 'correct horse battery';
const noDialogs: Partial<HostServices> = {
  capabilities: noCapabilities,
};

/** Two fully configured connections: the first with two keys, a proxy password and a secret header. */
export async function openFilled(change: Partial<HostServices> = noDialogs) {
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
    prefixes: { compatible: '/v4', native: '/gemini/v1beta' },
    routePaths: { rerank: '/v2/rerank' },
    query: [['api-version', '2024-10-21']],
    keyHeader: { name: 'api-key', prefix: 'Token ' },
    reasoningTags: [['<r>', '</r>']],
    mediaOrigins: 'any',
  });
  await area.putProxyPassword({ id: first.id, password: 'CANARY-proxy-pass-1' }, callContext);
  await keys.put({ connectionId: first.id, alias: 'work', secret });
  const off = await keys.put({ connectionId: first.id, alias: 'spare', secret: `${secret}-2` });
  await keys.area.enable({ id: off.id, enabled: false }, callContext);
  const second = await save({ name: 'South', baseAddress: 'http://south.example', acceptedInsecure: true });
  return { ...opened, first, second, ids: [first.id, second.id] };
}

/** Stores a text as another core's page would. */
export async function give({ files }: Opened, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const once = async function* () {
    yield bytes;
  };
  return (await files.admit({ name: 'in.json', type: 'application/json', sizeBytes: bytes.length }, once())).id;
}

export const textOf = async ({ files }: Opened, id: string) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await files.open(id))?.stream() ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

export const sealedFile = async (opened: Awaited<ReturnType<typeof openFilled>>) => {
  const place = await opened.area.exportSealed({ ids: opened.ids, passphrase }, callContext);
  return { place: place ?? '', content: readFileSync(place ?? '', 'utf8') };
};

let sealedOnce: Promise<string> | undefined;
/** A sealed file of those two. Sealing is slow on purpose, so it is done once for all tests that only read it. */
export const sealedContent = () => (sealedOnce ??= openFilled().then(async (from) => (await sealedFile(from)).content));
