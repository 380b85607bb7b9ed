import { type Buffer, isUtf8 } from 'node:buffer';
import type { Client } from '#shared/contract/index.ts';
import { counted, formatSize } from '#shared/format.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { confirmDeletion } from '../input/confirm.ts';
import { readSince } from '../input/since.ts';
import { openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { exchangeHead, exchangeRow, requestHead, responseHead, timelineLines } from '../output/wire-lines.ts';
import { wireCommandOptions } from '../specs/wire-spec.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type Verbs } from './command.ts';
import { type WireAct as Act, findExchange, inHistory, noId, readBody } from './wire-history.ts';
import { download, replay } from './wire-replay.ts';

const verbs: Verbs<typeof wireCommandOptions> = {
  list: { work: list },
  show: { work: show },
  curl: { work: curl },
  replay: { work: replay },
  download: { work: download },
  har: { work: har },
  delete: { work: remove },
};

/** Options of one command. */
const own = { since: ['list'], yes: ['delete'], set: ['replay'], header: ['replay'] } as const;

/** `patchbay wire <verb>`: reads the history of requests, and sends one of them again. */
export const manageWire: Command = async (args, surroundings) => {
  const { verb, work, line } = readVerb('wire', wireCommandOptions, verbs, args, surroundings);
  if (line.values.out !== undefined && verb !== 'har' && verb !== 'replay' && verb !== 'download')
    throw new UsageError(`wire ${verb} returns no file: remove --out.`);
  for (const [name, having] of Object.entries(own))
    if (line.values[name as keyof typeof own] !== undefined && !(having as readonly string[]).includes(verb))
      throw new UsageError(`wire ${verb} has no option --${name}.`, 'Help: patchbay help wire');
  refuseBothOnStdout(line.values);
  return work(line);
};

function list({ words, values, surroundings, terminal }: Act): Promise<number> {
  const { limit, route: routeId, origin, model, connection } = values;
  const outcome = values.outcome && outcomes[values.outcome];
  const status = values.status === undefined ? undefined : readStatus(values.status);
  return inHistory(surroundings, async ({ client }) => {
    const connectionId = connection === undefined ? undefined : await connectionIdOf(client, connection);
    const after = values.since === undefined ? undefined : readSince(values.since, Date.now());
    const filter = { routeId, status, outcome, origin, model, connectionId, after, text: words.join(' ') || undefined };
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const found = await client.exchanges.list({ limit, ...given });
    if (values.json) for (const exchange of found) await printLine(terminal, { type: 'exchange', ...exchange });
    else if (terminal.isDataTerminal && found.length > 0)
      await terminal.table([exchangeHead, ...found.map(exchangeRow)]);
    else await terminal.table(found.map(exchangeRow));
    if (found.length === 0 && !values.json) terminal.note('No recorded request matches.');
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
    await terminal.data(`${exchangeRow(exchange).join('  ')}\n${exchange.verdict}\n\n`);
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

/** Prints the command that sends a recorded request again. */
function curl({ words: [word], values, surroundings, terminal }: Act): Promise<number> {
  return inHistory(surroundings, async ({ client }) => {
    const { id } = await findExchange(client, word);
    const { text, notes } = await client.exchanges.snippet({ id, language: 'curl' });
    if (values.json) await printLine(terminal, { type: 'curl', command: text, notes });
    else {
      await terminal.data(`${text}\n`);
      for (const note of notes) terminal.note(note);
    }
    return exitCodes.done;
  });
}

async function remove({ words, values, surroundings, terminal }: Act): Promise<number> {
  if (words.length === 0) throw noId();
  return inHistory(surroundings, async ({ client }) => {
    const ids = [...new Set((await Promise.all(words.map((word) => findExchange(client, word)))).map(({ id }) => id))];
    const what = `${counted(ids.length, 'recorded request')}`;
    if (!values.yes) await confirmDeletion(what, surroundings);
    await client.exchanges.forget({ ids });
    if (values.json) await printLine(terminal, { type: 'exchanges-removed', ids });
    else terminal.note(`Deleted ${what}.`);
    return exitCodes.done;
  });
}
