import type { Connection } from '#shared/contract/connections.ts';
import { counted } from '#shared/format.ts';
import { looksLikeKey } from '#shared/looks-like-key.ts';
import { writeBase } from '#shared/protocol/address.ts';
import { joinRoute } from '#shared/protocol/route-address.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes } from '../exit-codes.ts';
import { confirmDeletion } from '../input/confirm.ts';
import { readSettings, settingOptions } from '../input/connection-settings.ts';
import { findKey } from '../input/target.ts';
import { quoted } from '../output/invocation.ts';
import { tableOf } from '../output/table.ts';
import { printLine } from '../output/terminal.ts';
import { connectionsOptions } from '../specs/setup-specs.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type VerbLine, type Verbs } from './command.ts';
import { exportConnections, importConnections } from './connections-transfer.ts';
import { defaultOf, readDefaultModels, warnOfUnlisted } from './defaults.ts';
import { testKey } from './key-test.ts';
import type { OpenCore } from './open-core.ts';
import { connectionLineOf, inSavedCore, type SavedConnections, savedConnections } from './saved-connections.ts';
import { inSession } from './session.ts';

type Act = VerbLine<typeof connectionsOptions>;

const verbs: Verbs<typeof connectionsOptions> = {
  list: { options: ['json'], work: list },
  add: { options: [...settingOptions, 'json'], work: add },
  set: { options: [...settingOptions, 'name', 'json'], work: set },
  show: { options: ['json'], work: show },
  use: { options: ['model', 'no-model', 'json'], work: use },
  remove: { options: ['yes', 'json'], work: remove },
  test: { options: ['key-file', 'key-env', 'json', 'quiet'], work: test },
  export: {
    options: ['out', 'force', 'passphrase-file', 'passphrase-env', 'json'],
    work: (act) => inSaved(act, (saved, core) => exportConnections({ ...act, env: act.surroundings.env }, saved, core)),
  },
  import: {
    options: ['passphrase-file', 'passphrase-env', 'with-proxy', 'with-ca', 'with-media', 'with-key-in-url', 'json'],
    work: (act) => inSaved(act, (_, core) => importConnections({ ...act, env: act.surroundings.env }, core)),
  },
};

/** `patchbay connections <verb>`: manages the saved gateways, which the app shows as well. */
export const manageConnections: Command = async (args, surroundings) => {
  const { work, line } = readVerb('connections', connectionsOptions, verbs, args, surroundings);
  return work(line);
};

/** Opens the data folder. */
const inSaved = (
  { surroundings }: Act,
  work: (saved: SavedConnections, core: OpenCore) => Promise<number>,
): Promise<number> => inSavedCore(surroundings.version, (core) => work(savedConnections(core), core));

/** Returns the only argument. @throws UsageError for none, or more. */
function oneName(verb: string, [name, ...more]: readonly string[]): string {
  if (name !== undefined && name.trim() !== '' && more.length === 0) return name;
  const problem = name === undefined ? `Missing NAME of the connection.` : `connections ${verb} takes one NAME.`;
  throw new UsageError(problem, 'Help: patchbay help connections');
}

/** Connections, as lines of `--json`. */
async function linesOf(connections: readonly Connection[], saved: SavedConnections, { client }: OpenCore) {
  const [all, defaults] = await Promise.all([saved.list(), saved.defaults()]);
  const preferred = defaultOf(all, defaults);
  const keys = await client.keys.status({});
  return connections.map((connection) =>
    connectionLineOf(connection, {
      keys: keys.filter((key) => key.connectionId === connection.id).length,
      isDefault: connection.id === preferred?.id,
      model: defaults.models[connection.id] ?? null,
      routeModels: defaults.routeModels[connection.id] ?? {},
    }),
  );
}

function list(act: Act): Promise<number> {
  const { words, values, terminal } = act;
  if (words.length > 0) throw new UsageError('connections list takes no names.', 'Help: patchbay help connections');
  return inSaved(act, async (saved, core) => {
    const lines = await linesOf(await saved.list(), saved, core);
    if (values.json) for (const line of lines) await printLine(terminal, line);
    else if (lines.length === 0)
      terminal.note('No connections are saved. Save one: patchbay connections add NAME --base-url URL');
    else {
      const rows = lines.map(({ isDefault, name, keys, model, ...line }) => [
        isDefault ? '*' : ' ',
        name,
        writeBase(line) ?? line.baseAddress,
        String(keys),
        model ?? '-',
      ]);
      await terminal.table([[' ', 'name', 'base URL', 'keys', 'default model'], ...rows]);
    }
    return exitCodes.done;
  });
}

function add(act: Act): Promise<number> {
  const { words, values, terminal } = act;
  const name = oneName('add', words);
  if (looksLikeKey(name)) throw new UsageError('This name looks like an API key: use another one, then keys add.');
  if (values['base-url'] === undefined) throw new UsageError('Missing --base-url URL of the gateway.');
  return inSaved(act, async (saved, core) => {
    await refuseTaken(name, saved);
    const connection = await core.client.connections.save(await readSettings(name, null, values));
    await print(act, connection, saved, core, savedNote(connection));
    const isKeyKept = (await core.client.host.info({})).protection !== 'memory';
    const noKeychain =
      'This computer has no system keychain: give each command the key in PATCHBAY_API_KEY or --key-file.';
    terminal.note(
      `  ${isKeyKept ? `Add its key: patchbay keys add --connection ${quoted(connection.name)}` : noKeychain}`,
    );
    const preferred = defaultOf(await saved.list(), await saved.defaults());
    terminal.note(
      preferred?.id === connection.id
        ? '  It is the default connection.'
        : `  ${preferred ? `The default connection is ${preferred.name}` : 'No connection is the default'}. Make this one the default: patchbay connections use ${quoted(connection.name)}`,
    );
    return exitCodes.done;
  });
}

function set(act: Act): Promise<number> {
  const { words, values } = act;
  const name = oneName('set', words);
  const { name: renamed, json: _json, ...settings } = values;
  if (renamed === undefined && Object.keys(settings).length === 0)
    throw new UsageError('Missing options: what to change.', 'Help: patchbay help connections');
  return inSaved(act, async (saved, core) => {
    const before = await saved.find(name);
    if (renamed !== undefined && renamed.toLowerCase() !== before.name.toLowerCase()) await refuseTaken(renamed, saved);
    const draft = await readSettings(renamed ?? before.name, before, values);
    const connection = await core.client.connections.save(draft);
    await print(act, connection, saved, core, savedNote(connection));
    const elsewhere = (await core.client.keys.status({ connectionId: connection.id })).filter(
      ({ state }) => state === 'other-origin',
    );
    if (elsewhere.length > 0)
      act.terminal.message(
        `${elsewhere.map(({ alias }) => alias).join(', ')}: entered for another base URL or proxy. Add again to use here.`,
        'warn',
      );
    return exitCodes.done;
  });
}

const savedNote = (connection: Connection): string =>
  `Saved ${connection.name}, ${connection.baseAddress}. Chats go to ${joinRoute(connection, routes['chat.completions'])}.`;

/** @throws UsageError for a name that a command line could no longer tell apart. */
async function refuseTaken(name: string, saved: SavedConnections): Promise<void> {
  const taken = (await saved.list()).find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (taken)
    throw new UsageError(
      `A connection named "${taken.name}" is already saved, for ${taken.baseAddress}.`,
      `Use another name, or change it: patchbay connections set ${quoted(taken.name)} --base-url URL`,
    );
}

async function print(
  { values, terminal }: Act,
  connection: Connection,
  saved: SavedConnections,
  core: OpenCore,
  note: string,
): Promise<void> {
  if (!values.json) return terminal.note(note, 'good');
  for (const line of await linesOf([connection], saved, core)) await printLine(terminal, line);
}

function show(act: Act): Promise<number> {
  const { words, values, terminal } = act;
  const name = words.length === 0 ? null : oneName('show', words);
  return inSaved(act, async (saved, core) => {
    const connection = await saved.find(name);
    for (const line of await linesOf([connection], saved, core)) {
      if (values.json) {
        await printLine(terminal, line);
        continue;
      }
      const keys = await core.client.keys.status({ connectionId: connection.id });
      await terminal.data(tableOf(factsOf(line, keys)));
    }
    return exitCodes.done;
  });
}

/** Returns the full URL of the route that shows best how an address is joined. */
const chatAddress = ({ query, ...line }: Pick<Line, 'baseAddress' | 'prefixes' | 'routePaths' | 'query'>): string =>
  joinRoute({ ...line, query: query.map(({ name, value }) => [name, value]) }, routes['chat.completions']);

type Line = Awaited<ReturnType<typeof linesOf>>[number];

/** Returns what is known about a connection, without what is at its default. */
function factsOf(line: Line, keys: readonly { alias: string; fingerprint: string; state: string }[]): string[][] {
  const { mode, address, user } = line.proxy;
  const facts: [string, string | null][] = [
    ['name', line.name],
    ['ID', line.id],
    ['base URL', line.baseAddress],
    ['chats go to', chatAddress(line)],
    ['native routes at', line.baseAddress + line.prefixes.native],
    ...Object.entries(line.routePaths).map(([id, path]): [string, string] => ['route path', `${id}=${path}`]),
    ['key header', `${line.keyHeader.name}${line.keyHeader.prefix.trim() && `: ${line.keyHeader.prefix.trim()}`}`],
    ['default', line.isDefault ? 'yes' : 'no'],
    ['default model', line.model ?? '-'],
    ...Object.entries(line.routeModels).map((pair): [string, string] => ['default model', pair.join('=')]),
    ...(keys.length === 0 ? [['keys', '-'] as [string, string]] : []),
    ...keys.map(({ alias, fingerprint, state }): [string, string] => ['key', `${alias} (${fingerprint}) ${state}`]),
    ['native key style', line.nativeKeyStyle],
    ['environment', line.environment === 'none' ? null : line.environment],
    ...line.headers.map(({ name, value }): [string, string] => ['header', `${name}: ${value ?? '(hidden)'}`]),
    ['routes', line.routes.join(', ') || null],
    ['proxy', mode === 'custom' ? `${user ? `${user} at ` : ''}${address}` : mode],
    ['certificates', line.certificates],
    ['retries', String(line.retries)],
    ...line.reasoningTags.map(({ open, close }): [string, string] => ['reasoning tags', `${open} ${close}`]),
    ['media', line.mediaOrigins === 'any' ? 'also from plain HTTP and private networks' : null],
    ['plain HTTP', line.acceptedInsecure ? 'allowed' : null],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function use(act: Act): Promise<number> {
  const { words, values, terminal } = act;
  const name = oneName('use', words);
  const { model, 'no-model': isCleared } = values;
  if (model !== undefined && isCleared) throw new UsageError('Use only one of --model and --no-model.');
  return inSaved(act, async (saved, core) => {
    const connection = await saved.find(name);
    const { id } = connection;
    const chosen = readDefaultModels(model);
    await saved.setDefaults({
      connectionId: id,
      models: isCleared ? { [id]: null } : chosen.usual === undefined ? {} : { [id]: chosen.usual },
      routeModels: isCleared ? { [id]: null } : { [id]: chosen.ofRoutes },
    });
    const { models, routeModels } = await saved.defaults();
    const named = [models[id], ...Object.entries(routeModels[id] ?? {}).map(([route, one]) => `${one} for ${route}`)];
    const withModels = named.filter(Boolean).join(', ');
    const note = `Default connection: ${connection.name}${withModels && ` with ${withModels}`}.`;
    await print(act, connection, saved, core, note);
    for (const one of [chosen.usual, ...Object.values(chosen.ofRoutes)])
      if (one !== undefined) await warnOfUnlisted(core, id, one, terminal);
    return exitCodes.done;
  });
}

/** Without a saved key, or with another one, the key comes from the command line or the environment. */
async function test({ words, values, surroundings, terminal }: Act): Promise<number> {
  const name = words.length === 0 ? null : oneName('test', words);
  const secret = await findKey(values, surroundings.env);
  return inSession({ kind: 'saved', name, secret }, surroundings.version, {}, async (session) =>
    testKey(session, { connection: await session.connection(), key: null }, terminal, values.json ?? false),
  );
}

function remove(act: Act): Promise<number> {
  const { words, values, surroundings, terminal } = act;
  if (words.length === 0) throw new UsageError('Missing NAME of the connection.', 'Help: patchbay help connections');
  return inSaved(act, async (saved, core) => {
    const found = new Map<string, Connection>();
    for (const word of words) {
      const connection = await saved.find(word);
      found.set(connection.id, connection);
    }
    const keys = await core.client.keys.status({});
    for (const { id, name } of found.values()) {
      const count = keys.filter(({ connectionId }) => connectionId === id).length;
      const what = `${name}${count > 0 ? ` and its ${counted(count, 'key')}` : ''}`;
      if (!values.yes) await confirmDeletion(what, surroundings);
      const preferred = defaultOf(await saved.list(), await saved.defaults());
      await core.client.connections.remove({ id });
      const left = await saved.list();
      // No other connection silently takes its place: a script would send its prompts elsewhere.
      const wasDefault = preferred?.id === id;
      const connectionId = left.length > 1 ? id : null;
      await saved.setDefaults({
        ...(wasDefault && { connectionId }),
        models: { [id]: null },
        routeModels: { [id]: null },
      });
      if (values.json) await printLine(terminal, { type: 'connection-removed', id, name, keys: count });
      else terminal.note(`Deleted ${what}. Chats and recorded requests stay.`);
    }
    return exitCodes.done;
  });
}
