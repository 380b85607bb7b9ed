import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  type Connection,
  type ImportCandidate,
  type ImportPart,
  type RiskyPart,
  riskyParts,
} from '#shared/contract/connections.ts';
import { counted } from '#shared/format.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { readSecretFile } from '../input/target.ts';
import { openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { OpenCore } from './open-core.ts';
import type { SavedConnections } from './saved-connections.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A command line of `connections export` or `connections import`. */
interface Transfer {
  words: readonly string[];
  values: {
    out?: string | undefined;
    force?: boolean | undefined;
    json?: boolean | undefined;
    'passphrase-file'?: string | undefined;
    'passphrase-env'?: string | undefined;
    'with-proxy'?: boolean | undefined;
    'with-ca'?: boolean | undefined;
    'with-media'?: boolean | undefined;
    'with-key-in-url'?: boolean | undefined;
  };
  env: Env;
  terminal: Terminal;
}

/** Shortest passphrase that the app accepts for a new file. */
const leastPassphrase = 10;

/** Writes connections to a file, with their keys only if there is a passphrase to encrypt them with. */
export async function exportConnections(
  { words, values, env, terminal }: Transfer,
  saved: SavedConnections,
  core: OpenCore,
): Promise<number> {
  if (values.out === undefined) throw new UsageError('Missing --out FILE, such as --out work.patchbay.');
  refuseBothOnStdout(values);
  const passphrase = await readPassphrase(values, env);
  if (passphrase !== null && passphrase.length < leastPassphrase)
    throw new UsageError(`The passphrase must have at least ${leastPassphrase} characters. Nothing was exported.`);
  const chosen: Connection[] = words.length === 0 ? await saved.list() : [];
  for (const word of words) chosen.push(await saved.find(word));
  if (chosen.length === 0) throw new UsageError('No connections are saved.');
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const out = await openOutput(values.out, values.force ?? false, terminal);
  let isKept = false;
  try {
    if (passphrase === null) await saveStored(core.files, (await core.client.connections.exportPlain({ ids })).id, out);
    else {
      // Where there are no dialogs, the core writes the file to the data folder.
      const made = (await core.client.connections.exportSealed({ ids, passphrase })) as string;
      try {
        for await (const chunk of createReadStream(made)) await out.write(chunk as Uint8Array);
        await out.finish();
      } finally {
        await rm(made, { force: true });
      }
    }
    isKept = true;
  } finally {
    if (!isKept) await out.leave();
  }
  const keys = (await core.client.keys.status({})).filter(({ connectionId }) => ids.includes(connectionId)).length;
  const exported = { path: out.path, connections: ids.length, keys: passphrase === null ? 0 : keys };
  if (values.json) await printLine(terminal, { type: 'connections-exported', ...exported });
  else {
    const what = passphrase === null ? 'without keys' : `with ${counted(keys, 'encrypted key')}`;
    terminal.note(`${out.saved}: ${counted(ids.length, 'connection')} ${what}.`, 'good');
  }
  return exitCodes.done;
}

/** Adds the connections of a file. Those that are already saved are skipped, unless they are named. */
export async function importConnections(
  { words: [file, ...names], values, env, terminal }: Transfer,
  { client, files }: OpenCore,
): Promise<number> {
  if (file === undefined) throw new UsageError('Missing FILE: the connections to import.');
  const passphrase = await readPassphrase(values, env);
  const { id: fileId } = await admitPath(files, file);
  const found = await client.connections.importPreview({ fileId });
  const named = names.map((name) => candidateOf(name, found));
  const isWanted = (one: ImportCandidate) => (named.length > 0 ? named.includes(one) : one.sameAs === null);
  const chosen = found.filter((one) => isWanted(one) && one.problem === null);
  const refs = chosen.map(({ ref }) => ref);
  const left = riskyParts.filter((part) => !values[acceptingOptions[part]]);
  const without = refs.map((ref) => ({ ref, parts: left }));
  const sealed = chosen.reduce((count, { keys }) => count + keys.length, 0);
  const { connections } =
    refs.length === 0
      ? { connections: [] }
      : await client.connections.importChosen({ fileId, refs, without, ...(passphrase !== null && { passphrase }) });
  const keys = await client.keys.status({});
  let status: number = exitCodes.done;
  for (const candidate of found) {
    if (named.length > 0 && !named.includes(candidate)) continue;
    const { name, baseAddress, headers, parts, notes, problem } = candidate;
    const id = connections[chosen.indexOf(candidate)]?.id ?? null;
    const state = id !== null ? 'imported' : problem ? 'failed' : 'skipped';
    if (problem) status = exitOfFailure(problem.code);
    const count = keys.filter(({ connectionId }) => connectionId === id).length;
    const leftOut = state === 'imported' ? left.filter((part) => parts.some(({ kind }) => kind === part)) : [];
    const line = { name, baseAddress, state, id, keys: count, notes, failure: problem } as const;
    if (values.json) {
      const shown = parts.map(({ kind, value, certificates }) => ({
        kind,
        value,
        certificates: certificates.map(({ subject, fingerprint }) => ({ subject, fingerprint })),
      }));
      await printLine(terminal, { type: 'connection-imported', ...line, headers, parts: shown, leftOut });
    } else {
      printImport(line, terminal);
      if (state === 'imported') printParts(headers, parts, leftOut, terminal);
    }
  }
  if (sealed > 0 && passphrase === null && !values.json)
    terminal.message(
      `${counted(sealed, 'encrypted key')} not imported: add --passphrase-file FILE or --passphrase-env NAME.`,
      'warn',
    );
  return status;
}

/** The option that accepts a part of a file that could make a key readable to others. */
const acceptingOptions = {
  proxy: 'with-proxy',
  certificates: 'with-ca',
  'media-origins': 'with-media',
  'key-in-url': 'with-key-in-url',
} as const satisfies Record<RiskyPart, string>;

const partLabels: Readonly<Record<ImportPart['kind'], string>> = {
  proxy: 'proxy',
  'no-proxy': 'no proxy',
  certificates: 'certificate authority',
  'media-origins': 'media also from plain HTTP and private networks',
  'key-in-url': 'native routes: key in the URL',
  'key-style': 'native key style',
  'key-header': 'key header',
  prefixes: 'prefixes',
  'route-path': 'route path',
  query: 'query parameter',
  routes: 'routes',
  retries: 'retries',
  deadlines: 'timeouts',
  'reasoning-tags': 'reasoning tags',
};

/** Prints everything that came with an imported connection, and what was left out because it could read keys. */
function printParts(
  headers: readonly string[],
  parts: readonly ImportPart[],
  leftOut: readonly RiskyPart[],
  terminal: Terminal,
): void {
  if (headers.length > 0) terminal.note(`  headers: ${headers.join(', ')}`);
  for (const { kind, value, certificates } of parts) {
    const part = leftOut.find((one) => one === kind);
    const label = `${partLabels[kind]}${value === '' ? '' : `: ${value}`}`;
    if (part)
      terminal.message(
        `  not imported: ${label}. It could read keys; to accept it, add --${acceptingOptions[part]}.`,
        'warn',
      );
    else terminal.note(`  ${label}`);
    for (const { subject, fingerprint } of certificates) terminal.note(`    ${subject}, SHA-256 ${fingerprint}`);
  }
}

interface Imported {
  name: string;
  baseAddress: string;
  state: 'imported' | 'skipped' | 'failed';
  keys: number;
  notes: readonly string[];
  failure: { message: string } | null;
}

function printImport({ name, baseAddress, state, keys, notes, failure }: Imported, terminal: Terminal): void {
  const place = `${name}, ${baseAddress}`;
  if (failure) terminal.message(`Not imported: ${place}. ${failure.message}`, 'bad');
  else if (state === 'skipped') terminal.note(`Skipped: ${place}. It is already saved; name it to import it again.`);
  else terminal.note(`Imported: ${place}${keys > 0 ? ` with ${counted(keys, 'key')}` : ''}.`, 'good');
  for (const note of notes) terminal.message(`  ${note}`, 'warn');
}

function candidateOf(name: string, found: readonly ImportCandidate[]): ImportCandidate {
  const one = found.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (one) return one;
  const names = found.map((candidate) => candidate.name);
  throw new UsageError(
    `The file has no connection "${name}".${didYouMean(name, names)}`,
    `It has: ${names.join(', ') || 'none'}`,
  );
}

/** Returns the passphrase of the options; `null` for none. It is never on the command line. */
async function readPassphrase(values: Transfer['values'], env: Env): Promise<string | null> {
  const { 'passphrase-file': file, 'passphrase-env': name } = values;
  if (file !== undefined && name !== undefined)
    throw new UsageError('Use only one of --passphrase-file and --passphrase-env.');
  if (file !== undefined) return readSecretFile(file, 'passphrase');
  if (name === undefined) return null;
  const passphrase = env[name];
  if (!passphrase) throw new UsageError(`The environment variable ${name} is not set.`);
  return passphrase;
}
