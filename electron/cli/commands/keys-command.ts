import type { Connection } from '#shared/contract/connections.ts';
import type { BalanceAmount, KeyStatus } from '#shared/contract/keys.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { openVault } from '../../hosting/keyring-vault.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { askHidden, confirmDeletion } from '../input/confirm.ts';
import { createStandardInput } from '../input/read-input.ts';
import { isTemporary, readNamedKey, readTarget } from '../input/target.ts';
import { printFailureLines } from '../output/failure-lines.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { keysOptions } from '../specs/setup-specs.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type VerbLine, type Verbs } from './command.ts';
import { findKey } from './defaults.ts';
import { testKey } from './key-test.ts';
import type { OpenCore } from './open-core.ts';
import { inSavedCore, savedConnections } from './saved-connections.ts';
import { inSession, type OpenVault } from './session.ts';

/** One command line of `patchbay keys`, after its verb, with the open data folder. */
type Act = VerbLine<typeof keysOptions> & { core: OpenCore };

const verbs: Verbs<typeof keysOptions, Act> = {
  list: { options: ['connection', 'json'], work: list },
  add: { options: ['connection', 'key-file', 'key-env', 'replace', 'json'], work: add },
  remove: { options: ['connection', 'yes', 'json'], work: remove },
  test: { options: ['connection', 'json', 'quiet'], work: test },
  balance: {
    options: ['connection', 'base-url', 'prefix', 'key-header', 'allow-insecure', 'key-file', 'key-env', 'json'],
    work: balance,
  },
};

/**
 * Creates `patchbay keys <verb>`, which manages the keys of saved connections.
 *
 * @param vault opens the vault with the secrets; tests pass their own.
 */
export const keysCommand =
  (vault: OpenVault): Command =>
  async (args, surroundings) => {
    const { verb, work, line } = readVerb('keys', keysOptions, verbs, args, surroundings);
    // Never repeated: it may be the key itself.
    if (line.words.length > 1) throw new UsageError(`keys ${verb} takes one NAME. ${neverTyped}`);
    return inSavedCore(surroundings.version, (core) => work({ ...line, core }), vault);
  };

export const manageKeys = keysCommand(openVault);

const neverTyped = 'The key itself is piped in, or read with --key-file FILE or --key-env NAME.';

const connectionOf = ({ core, values }: Act): Promise<Connection> =>
  savedConnections(core).find(values.connection ?? null);

const lineOf = (key: KeyStatus, { name }: Connection) => ({ type: 'key' as const, ...key, connectionName: name });

const stateLabels: Readonly<Record<KeyStatus['state'], string>> = {
  ready: 'ready',
  'enter-again': 'enter again',
  'other-origin': 'other base URL',
};

async function list({ words, values, terminal, core }: Act): Promise<number> {
  if (words.length > 0) throw new UsageError('keys list takes no names.', 'Help: patchbay help keys');
  const saved = savedConnections(core);
  const connections = values.connection === undefined ? await saved.list() : [await saved.find(values.connection)];
  const rows: string[][] = [];
  for (const connection of connections)
    for (const key of await core.client.keys.status({ connectionId: connection.id })) {
      if (values.json) await printLine(terminal, lineOf(key, connection));
      const used = key.lastUsedAt === null ? 'never' : new Date(key.lastUsedAt).toISOString().slice(0, 10);
      const state = key.enabled ? stateLabels[key.state] : 'off';
      rows.push([connection.name, key.alias, key.fingerprint, state, used]);
    }
  if (values.json) return exitCodes.done;
  if (rows.length === 0) terminal.note('No keys are saved. Add one: patchbay keys add --connection NAME');
  else await terminal.table([['connection', 'key', 'fingerprint', 'state', 'last used'], ...rows]);
  return exitCodes.done;
}

async function add(act: Act): Promise<number> {
  const { words, values, surroundings, terminal, core } = act;
  const { client } = core;
  const [name = 'default'] = words;
  // A name is a few words; a key is one long one.
  if (/^\S{24,}$/.test(name) || /^(sk|gsk|xai|key|AIza)[-_]?\w{12,}/.test(name))
    throw new UsageError(
      'The NAME looks like a key, and other users of this computer can read command lines: replace that key if it is one.',
      neverTyped,
    );
  const connection = await connectionOf(act);
  if ((await client.host.info({})).protection === 'memory') throw new AppError(noKeychain);
  const keys = await client.keys.status({ connectionId: connection.id });
  const before = keys.find(({ alias }) => alias.toLowerCase() === name.toLowerCase());
  if (before && !values.replace)
    throw new UsageError(
      `${connection.name} already has a key "${before.alias}".`,
      'Add --replace to replace it, or use another name.',
    );
  const secret = await readNewSecret(values, surroundings, `Key for ${connection.name}`);
  const key = await client.keys.put({
    ...(before && { id: before.id }),
    connectionId: connection.id,
    alias: before?.alias ?? name,
    secret,
  });
  if (values.json) await printLine(terminal, lineOf(key, connection));
  else terminal.note(`Saved the key ${key.alias} (${key.fingerprint}) for ${key.origin}.`, 'good');
  return exitCodes.done;
}

const noKeychain = failure('storage', 'This computer has no system keychain, so the key cannot be saved.', {
  effect: 'not-saved',
  hint:
    'Use --key-file FILE, --key-env NAME or PATCHBAY_API_KEY with each command, ' +
    'or start a keyring: patchbay help keys',
});

async function remove(act: Act): Promise<number> {
  const { words, values, surroundings, terminal, core } = act;
  const [name] = words;
  if (name === undefined) throw new UsageError('Missing NAME of the key.', 'List the keys: patchbay keys list');
  const connection = await connectionOf(act);
  const { id, alias } = findKey(await core.client.keys.status({ connectionId: connection.id }), name, connection);
  const what = `the key ${alias} of ${connection.name}`;
  if (!values.yes) await confirmDeletion(what, surroundings);
  await core.client.keys.forget({ id });
  const removed = { id, alias, connectionId: connection.id, connectionName: connection.name };
  if (values.json) await printLine(terminal, { type: 'key-removed', ...removed });
  else terminal.note(`Deleted ${what}.`);
  return exitCodes.done;
}

/** The keys that a command is about: the named one, or all that are turned on. @throws UsageError for none. */
async function chosenKeys({ words, core }: Act, connection: Connection, nothing: string): Promise<KeyStatus[]> {
  const keys = await core.client.keys.status({ connectionId: connection.id });
  const [name] = words;
  const chosen = name === undefined ? keys.filter(({ enabled }) => enabled) : [findKey(keys, name, connection)];
  if (chosen.length > 0) return chosen;
  throw new UsageError(`${connection.name} has no key.`, nothing);
}

/** Requests the balance of keys from the gateway, only when it is asked for; also of a key that is not saved. */
async function balance(act: Act): Promise<number> {
  const { words, values, surroundings, core } = act;
  const target = await readTarget(values, surroundings.env);
  if (words.length > 0 || !isTemporary(target)) {
    const connection = await connectionOf(act);
    return printBalances(act, core, connection, await chosenKeys(act, connection, 'Add one: patchbay keys add'));
  }
  return inSession(target, surroundings.version, {}, async (session) => {
    const connection = await session.connection();
    const keys = await session.client.keys.status({ connectionId: connection.id });
    if (keys.length === 0)
      throw new UsageError('There is no key.', 'Set PATCHBAY_API_KEY, or use --key-env or --key-file.');
    return printBalances(act, session, connection, keys);
  });
}

async function test(act: Act): Promise<number> {
  const { values, terminal, core } = act;
  const connection = await connectionOf(act);
  const chosen = await chosenKeys(
    act,
    connection,
    'Add one: patchbay keys add. Without a saved key: patchbay connections test',
  );
  let worst: number = exitCodes.done;
  for (const key of chosen) {
    const status = await testKey(core, { connection, key }, terminal, values.json ?? false);
    if (worst === exitCodes.done) worst = status;
  }
  return worst;
}

interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
}

/**
 * Reads a secret that will be stored: from `--key-file`, `--key-env`, a pipe, or typed on a terminal, which does not
 * show it. An environment variable that is not named is not stored.
 *
 * @throws UsageError when there is none.
 */
export async function readNewSecret(
  options: { 'key-file'?: string | undefined; 'key-env'?: string | undefined },
  { env, stdin, stderr }: Streams,
  prompt: string,
): Promise<string> {
  const named = await readNamedKey(options, env);
  if (named !== null) return named;
  const secret = stdin.isTTY
    ? await askHidden(prompt, stdin, stderr)
    : await createStandardInput(stdin, () => stderr.write('Waiting for the key on stdin.\n')).piped();
  if (secret.trim() === '')
    throw new UsageError('There is no key: pipe it in, or use --key-file FILE or --key-env NAME. Nothing was saved.');
  return secret;
}

/**
 * Requests the balance of each key and prints it.
 *
 * @returns the exit status: that of the first failure, 0 where a gateway tells none.
 */
async function printBalances(
  { values, terminal }: { values: { json?: boolean | undefined }; terminal: Terminal },
  { client }: Pick<OpenCore, 'client'>,
  connection: Connection,
  keys: readonly { id: string; alias: string }[],
): Promise<number> {
  let worst: number = exitCodes.done;
  for (const { id, alias } of keys) {
    const { exchangeIds: _sent, ...told } = await client.keys.balance({ id });
    const status = told.state === 'failed' ? exitOfFailure(told.failure.code) : exitCodes.done;
    if (worst === exitCodes.done) worst = status;
    const about = { keyId: id, alias, connectionId: connection.id, connectionName: connection.name };
    if (values.json) await printLine(terminal, { type: 'key-balance', ...about, ...told, exit: status });
    else if (told.state === 'failed') printFailureLines(told.failure, terminal);
    else {
      const lines = told.state === 'reported' ? told.amounts.map(balanceText) : [untold];
      for (const line of lines) await terminal.data(`${connection.name}  ${alias}  ${line}\n`);
    }
  }
  return worst;
}

const untold = 'This gateway does not tell the balance of a key.';

/** Returns amounts as told: `15.25 USD left, 5.25 used of 20.5`. */
function balanceText({ remaining, used, limit, unit }: BalanceAmount): string {
  const named = (amount: string) => (unit === null ? amount : `${amount} ${unit}`);
  const spent = used === null ? null : `${remaining === null ? named(used) : used} used`;
  const whole = limit === null ? null : spent === null ? `limit ${named(limit)}` : `of ${limit}`;
  const use = [spent, whole].filter(Boolean).join(' ');
  return [remaining === null ? null : `${named(remaining)} left`, use].filter(Boolean).join(', ');
}
