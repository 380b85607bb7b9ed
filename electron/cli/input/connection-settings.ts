import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Connection, ConnectionDraft } from '#shared/contract/connections.ts';
import { withOverrides } from '#shared/contract/gateway-overrides.ts';
import { normalizeBase } from '#shared/protocol/address.ts';
import { gatewayDetailsOf, usualGateway } from '#shared/protocol/gateway-details.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import type { connectionsOptions } from '../specs/setup-specs.ts';
import { UsageError } from '../usage-error.ts';
import { type Pair, readPair } from './assignments.ts';
import { readGatewayOptions } from './gateway-options.ts';
import type { Values } from './options.ts';
import { readSecretFile } from './target.ts';

/** The options that describe a connection. */
export const settingOptions = [
  'base-url',
  'header',
  'prefix',
  'native-prefix',
  'route-path',
  'key-header',
  'native-key-style',
  'reasoning-tags',
  'media-origins',
  'environment',
  'routes',
  'proxy',
  'ca-file',
  'retries',
  'allow-insecure',
] as const;

type Settings = Pick<Values<typeof connectionsOptions>, (typeof settingOptions)[number]>;

/**
 * Returns the draft that the options describe; what they do not name stays as it was.
 *
 * @throws UsageError for a header or file that cannot be read.
 */
export async function readSettings(name: string, before: Connection | null, given: Settings): Promise<ConnectionDraft> {
  const { 'base-url': url, proxy, 'ca-file': certificates } = given;
  const keptConsent = url === undefined && (before?.acceptedInsecure ?? false);
  return {
    ...(before && withoutPassword(before)),
    ...readPlace(url, before, given),
    name,
    headers: await readHeaders(before?.headers ?? [], given.header ?? []),
    ...(given.environment && { colour: given.environment }),
    ...(given.routes && { exposedRoutes: given.routes }),
    ...(given.retries !== undefined && { retries: given.retries }),
    ...(proxy !== undefined && { proxy: { ...before?.proxy, ...readProxy(proxy) } }),
    ...(certificates !== undefined && { extraCa: await readCertificates(certificates) }),
    acceptedInsecure: given['allow-insecure'] ?? keptConsent,
  };
}

/** Returns the base URL and what the gateway has differently. Another base URL says its own prefixes and query. */
function readPlace(url: string | undefined, before: Connection | null, given: Settings) {
  const { base, prefixes, query, problems } = normalizeBase(url ?? '');
  const stored = gatewayDetailsOf(before ?? usualGateway());
  const details = withOverrides(url === undefined ? stored : { ...stored, prefixes, query }, readGatewayOptions(given));
  if (url === undefined) return { ...details, baseAddress: before?.baseAddress ?? '' };
  // A URL that cannot be used is refused by the core, with the reason.
  return { ...details, baseAddress: problems.some(({ severity }) => severity === 'error') ? url : base };
}

/** The draft of a connection as it is. */
function withoutPassword({ proxy: { hasPassword: _, ...proxy }, ...connection }: Connection): ConnectionDraft {
  return { ...connection, proxy };
}

const readProxy = (word: string) =>
  word === 'system' || word === 'none' ? ({ mode: word } as const) : ({ mode: 'custom', address: word } as const);

async function readCertificates(file: string): Promise<{ name: string; pem: string }> {
  if (file === 'none') return { name: '', pem: '' };
  const pem = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--ca-file: ${file} cannot be read.`);
  });
  return { name: path.basename(file), pem };
}

/** Adds headers to those there are. One of the same name is replaced, and removed by an empty value. */
async function readHeaders(before: readonly Pair[], words: readonly string[]): Promise<[string, string][]> {
  const given = (await Promise.all(words.map(readHeader))).flat();
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const kept = before.filter(([name]) => !names.has(name.toLowerCase()));
  return [...kept, ...given.filter(([, value]) => value !== '')].map(([name, value]) => [name, value]);
}

async function readHeader(word: string): Promise<Pair[]> {
  if (word.startsWith('@')) return readHeaderFile(word.slice(1));
  const pair = readPair(word, ':', '--header "Name: value"');
  if (pair[1] !== '' && looksSecret(...pair))
    throw new UsageError(
      `The value of the header ${pair[0]} looks like a secret, and other users of this computer can read command lines.`,
      'Store it in a file that only you can read, and use --header @FILE.',
    );
  return [pair];
}

/** No message repeats a line: it may contain a secret. */
async function readHeaderFile(file: string): Promise<Pair[]> {
  const lines = (await readSecretFile(file, 'header')).split(/\r?\n/).filter((line) => line.trim() !== '');
  const wrong = lines.findIndex((line) => line.indexOf(':') <= 0);
  if (wrong >= 0) throw new UsageError(`--header: line ${wrong + 1} of ${file} is not "Name: value".`);
  return lines.map((line) => readPair(line, ':', ''));
}
