import { Buffer, isUtf8 } from 'node:buffer';
import type { DraftInput, ExchangeDetail, ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { formatSize } from '#shared/format.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { isRecorded, readTarget } from '../input/target.ts';
import { openOutput, refuseBothOnStdout, saveStored, storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter } from '../output/part-printer.ts';
import { besideResponseFiles, openResponseFiles, type ResponseFiles } from '../output/response-files.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { exchangeLine, requestHead, responseHead, timelineLines } from '../output/wire-lines.ts';
import { wireCommandOptions } from '../specs/wire-spec.ts';
import { UsageError } from '../usage-error.ts';
import type { Command, Surroundings } from './command.ts';
import type { OpenCore } from './open-core.ts';
import { runDraft } from './run-draft.ts';
import { inSavedCore } from './saved-connections.ts';
import { openSession, type Session } from './session.ts';
import { readVerb, type VerbLine, type Verbs } from './verb.ts';

type Act = VerbLine<typeof wireCommandOptions>;

const verbs: Verbs<typeof wireCommandOptions> = {
  list: { work: list },
  show: { work: show },
  replay: { work: replay },
  download: { work: download },
  har: { work: har },
};

/** `patchbay wire <verb>`: reads the history of requests, and sends one of them again. */
export const manageWire: Command = async (args, surroundings) => {
  const { verb, work, line } = readVerb('wire', wireCommandOptions, verbs, args, surroundings);
  if (line.values.out !== undefined && verb !== 'har' && verb !== 'replay' && verb !== 'download')
    throw new UsageError(`wire ${verb} returns no file: remove --out.`);
  refuseBothOnStdout(line.values);
  return work(line);
};

/** Reads the history without any secret. */
const inHistory = <T>({ version }: Surroundings, work: (core: OpenCore) => Promise<T>): Promise<T> =>
  inSavedCore(version, work, async () => createMemoryVault());

function list({ words, values, surroundings, terminal }: Act): Promise<number> {
  const { limit, route: routeId, origin, model, connection } = values;
  const outcome = values.outcome && outcomes[values.outcome];
  const status = values.status === undefined ? undefined : readStatus(values.status);
  return inHistory(surroundings, async ({ client }) => {
    const connectionId = connection === undefined ? undefined : await connectionIdOf(client, connection);
    const filter = { routeId, status, outcome, origin, model, connectionId, text: words.join(' ') || undefined };
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    for (const exchange of await client.exchanges.list({ limit, ...given }))
      await (values.json
        ? printLine(terminal, { type: 'exchange', ...exchange })
        : terminal.data(`${exchangeLine(exchange)}\n`));
    return exitCodes.done;
  });
}

/** The names of outcomes in the Wire panel. */
const outcomes = {
  completed: 'working',
  warnings: 'odd',
  failed: 'broken',
  running: 'running',
  stopped: 'cancelled',
} as const;

/** Reads a status, a class such as `5xx`, or `none`. */
function readStatus(word: string): number {
  if (word.toLowerCase() === 'none') return 0;
  const group = /^([1-5])xx?$/i.exec(word)?.[1];
  if (group !== undefined) return Number(group);
  if (/^[1-9]\d\d$/.test(word)) return Number(word);
  throw new UsageError('--status must be a status such as 429, a class such as 5xx, or none.');
}

async function connectionIdOf(client: Client, name: string): Promise<string> {
  const all = await client.connections.list({});
  const found = all.find((one) => one.id === name || one.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  const names = all.map((one) => one.name);
  throw new UsageError(`No saved connection is named "${name}".${didYouMean(name, names)}`);
}

function show({ words: [word], values, surroundings, terminal }: Act): Promise<number> {
  return inHistory(surroundings, async ({ client }) => {
    const exchange = await client.exchanges.get({ id: (await findExchange(client, word)).id });
    const [sent, received] = [
      await readBody(client, exchange.id, 'request'),
      await readBody(client, exchange.id, 'response'),
    ];
    if (values.json) {
      const { draft: _draft, deadlines: _deadlines, ...facts } = exchange;
      const bodies = { requestBody: asData(sent), responseBody: asData(received) };
      await printLine(terminal, { type: 'exchange', ...facts, ...bodies });
      return exitCodes.done;
    }
    const { request, response } = exchange;
    await terminal.data(`${exchangeLine(exchange)}\n${exchange.verdict}\n\n`);
    await printSide(terminal, requestHead(exchange), sent, request.mediaType);
    if (response) await printSide(terminal, responseHead(response), received, response.mediaType);
    await terminal.data(
      timelineLines(exchange)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return exitCodes.done;
  });
}

/** The most bytes that one call returns. */
const windowBytes = 4_194_304;

async function readBody(client: Client, id: string, side: 'request' | 'response'): Promise<Buffer> {
  const windows: Buffer[] = [];
  for (let offset = 0; ; ) {
    const { totalBytes, base64 } = await client.exchanges.body({ id, side, offset, length: windowBytes });
    const bytes = Buffer.from(base64, 'base64');
    windows.push(bytes);
    offset += bytes.length;
    if (bytes.length === 0 || offset >= totalBytes) return Buffer.concat(windows);
  }
}

const asData = (body: Buffer) =>
  isUtf8(body)
    ? ({ encoding: 'utf8', data: body.toString('utf8') } as const)
    : ({ encoding: 'base64', data: body.toString('base64') } as const);

async function printSide(terminal: Terminal, head: string[], body: Buffer, mediaType: string | null): Promise<void> {
  await terminal.data(`${head.join('\n')}\n\n`);
  if (body.length === 0) return;
  await terminal.data(
    isUtf8(body) ? body.toString('utf8') : `[${formatSize(body.length)}, ${mediaType ?? 'unknown type'}]`,
  );
  await terminal.endData();
  await terminal.data('\n');
}

async function har({ words, values, surroundings, terminal }: Act): Promise<number> {
  if (words.length === 0) throw noId();
  return inHistory(surroundings, async ({ client, files }) => {
    const found = await Promise.all(words.map((word) => findExchange(client, word)));
    if (values.json && values.out === undefined)
      throw new UsageError('--json needs --out FILE: stdout is for the HAR.');
    const out = await openOutput(values.out ?? '-', values.force ?? false, terminal);
    const { id, sizeBytes } = await client.exchanges.har({ ids: found.map((one) => one.id) });
    await saveStored(files, id, out);
    if (values.json) await printLine(terminal, { type: 'har', path: out.path, sizeBytes, requests: found.length });
    else if (out.path !== 'stdout') terminal.note(`${out.saved} (${formatSize(sizeBytes)}).`);
    return exitCodes.done;
  });
}

/** Opens the connection that a recorded request was sent with, or the gateway that the options name. */
async function openRecorded(exchange: Pick<ExchangeDetail, 'connectionId'>, { values, surroundings, terminal }: Act) {
  const { env, version } = surroundings;
  const target = await readTarget(values, env);
  const names = await inHistory(surroundings, ({ client }) => client.connections.list({}));
  const isNamed = target.kind !== 'saved' || target.name !== null;
  const own = names.find(({ id }) => id === exchange.connectionId);
  if (!isNamed && !own)
    throw new UsageError(
      'The connection of this request is no longer saved: name a gateway with --connection or --base-url.',
    );
  const chosen = isNamed || target.kind !== 'saved' ? target : { ...target, name: exchange.connectionId };
  return { session: await openSession(chosen, version, { terminal, ...values }), chosen };
}

const recordedExchange = ({ words: [word], surroundings }: Act): Promise<ExchangeDetail> =>
  inHistory(surroundings, async ({ client }) => client.exchanges.get({ id: (await findExchange(client, word)).id }));

/** Returns the files of a replay or a download: of `--out`, else beside each other in the working directory. */
function filesOf({ values }: Act, { files }: Session): Promise<ResponseFiles> | ResponseFiles {
  const read = ({ id }: { id: string }) => storedBytes(files, id);
  const { out, force = false } = values;
  return out === undefined || out === '-' ? besideResponseFiles(read) : openResponseFiles(out, force, read);
}

async function replay(act: Act): Promise<number> {
  const { values, terminal } = act;
  const exchange = await recordedExchange(act);
  const draft = draftOf(exchange);
  const { session, chosen } = await openRecorded(exchange, act);
  try {
    const files = await filesOf(act, session);
    const printer = values.json
      ? createJsonPrinter(terminal, files)
      : createHumanPrinter(terminal, files, isRecorded(chosen, values));
    const isSame = session.connectionId === exchange.connectionId;
    const { keyId, ...rest } = draft;
    // A key belongs to its connection.
    const sent = { ...rest, connectionId: session.connectionId, ...(isSame && keyId !== undefined && { keyId }) };
    return await runDraft(session, sent, printer, terminal.closed);
  } finally {
    await session.close();
  }
}

/** Downloads what a recorded response named and could not be downloaded then. */
async function download(act: Act): Promise<number> {
  const { values, terminal } = act;
  const { id, connectionId } = await recordedExchange(act);
  const { session } = await openRecorded({ connectionId }, act);
  const { client } = session;
  try {
    const files = await filesOf(act, session);
    let isAny = false;
    for await (const part of client.exchanges.watch({ id })) {
      if ((part.type !== 'image' && part.type !== 'audio') || part.url === undefined) continue;
      const ref =
        (part.type === 'image' ? part.ref : undefined) ?? (await client.exchanges.fetchMedia({ id, url: part.url }));
      isAny = true;
      const saved = await files.save(ref);
      if (values.json) await printLine(terminal, { type: 'file', ref, ...saved });
    }
    const { saved, problems } = await files.end('done', isAny ? null : 'the response names no media.');
    for (const line of saved) terminal.note(line);
    for (const line of problems) terminal.message(line);
    if (!isAny && problems.length === 0) terminal.message('The response names no media.');
    return isAny && files.failure === null ? exitCodes.done : exitCodes.failed;
  } finally {
    await session.close();
  }
}

function draftOf({ draft }: ExchangeDetail): DraftInput {
  if (!draft) throw new UsageError('This request cannot be replayed: Patchbay made it itself, or it is a session.');
  return { ...draft, options: { ...draft.options, finishAlone: false, origin: 'replay', expectRefusal: false } };
}

/** Shorter beginnings of an ID match too much. */
const shortest = 4;
const newest = 500;

/** Finds the request that an argument names: its ID, or its first characters among the newest requests. */
async function findExchange(client: Client, word: string | undefined): Promise<Pick<ExchangeSummary, 'id'>> {
  if (!word) throw noId();
  const unknown = new UsageError(`There is no request "${word}".`, 'List the requests: patchbay wire list');
  if (!/^[\w-]{4,64}$/.test(word)) throw unknown;
  if (word.length >= 36)
    return client.exchanges.get({ id: word }).catch(() => {
      throw unknown;
    });
  const found = (await client.exchanges.list({ limit: newest })).filter(
    ({ id }) => word.length >= shortest && id.startsWith(word),
  );
  const [only, second] = found;
  if (only && !second) return only;
  throw only ? new UsageError(`Several requests start with "${word}": type more of the ID.`) : unknown;
}

const noId = () => new UsageError('Missing request ID.', 'List the requests: patchbay wire list');
