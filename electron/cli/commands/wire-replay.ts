import { redactedKey } from '#core/redaction/redact.ts';
import type { DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import { exitCodes } from '../exit-codes.ts';
import { readAssignment, readPair, setPath } from '../input/assignments.ts';
import { askHidden } from '../input/confirm.ts';
import { isRecorded, readTarget } from '../input/target.ts';
import { storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter } from '../output/part-printer.ts';
import { besideResponseFiles, openResponseFiles, type ResponseFiles } from '../output/response-files.ts';
import { printLine } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { withoutAny } from './named-prompt.ts';
import { runDraft } from './run-draft.ts';
import { openSession, type Session } from './session.ts';
import { type WireAct as Act, findExchange, inHistory } from './wire-history.ts';

/**
 * Opens the connection that a recorded request was sent with, or the gateway that the options name. Variables of the
 * environment name none: the record does.
 */
async function openRecorded(exchange: Pick<ExchangeDetail, 'connectionId'>, { values, surroundings, terminal }: Act) {
  const { env, version } = surroundings;
  const isNamed = (['demo', 'base-url', 'connection'] as const).some((name) => values[name] !== undefined);
  const addresses = isNamed ? [] : addressVariables.filter((name) => env[name]);
  const target = await readTarget(values, isNamed ? env : withoutAny(env, addressVariables));
  const saved = await inHistory(surroundings, ({ client }) => client.connections.list({}));
  const own = saved.find(({ id }) => id === exchange.connectionId);
  if (!isNamed && !own)
    throw new UsageError(
      'The connection of this request is no longer saved: name a gateway with --connection or --base-url.',
    );
  if (own)
    for (const name of addresses)
      terminal.message(`${name} is not used: the request goes to ${own.name}, ${own.baseAddress}, as recorded.`);
  const chosen = isNamed || target.kind !== 'saved' ? target : { ...target, name: exchange.connectionId };
  return { session: await openSession(chosen, version, { terminal, ...values }), chosen };
}

const addressVariables = ['PATCHBAY_BASE_URL', 'OPENAI_BASE_URL'] as const;

const recordedExchange = ({ words: [word], surroundings }: Act): Promise<ExchangeDetail> =>
  inHistory(surroundings, async ({ client }) => client.exchanges.get({ id: (await findExchange(client, word)).id }));

/** Returns the files of a replay or a download: of `--out`, else beside each other in the working directory. */
function filesOf({ values }: Act, { files }: Session): Promise<ResponseFiles> | ResponseFiles {
  const read = ({ id }: { id: string }) => storedBytes(files, id);
  const { out, force = false } = values;
  return out === undefined || out === '-' ? besideResponseFiles(read) : openResponseFiles(out, force, read);
}

/** Sends a recorded request again, with the changes of the options. */
export async function replay(act: Act): Promise<number> {
  const { values, surroundings, terminal } = act;
  const exchange = await recordedExchange(act);
  const draft = await completed(changed(draftOf(exchange), values), surroundings);
  const { session, chosen } = await openRecorded(exchange, act);
  try {
    const files = await filesOf(act, session);
    const printer = values.json
      ? createJsonPrinter(terminal, files)
      : createHumanPrinter(terminal, files, isRecorded(chosen, values));
    const isSame = session.connectionId === exchange.connectionId;
    const { keyId, ...rest } = draft;
    // A key belongs to its connection.
    const sent = {
      ...rest,
      connectionId: session.connectionId,
      ...(isSame && keyId !== undefined && chosen.keyName === undefined && { keyId }),
    };
    return await runDraft(session, sent, printer, terminal.closed);
  } finally {
    await session.close();
  }
}

/** Downloads what a recorded response named and could not be downloaded then. */
export async function download(act: Act): Promise<number> {
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

/** Applies `--set` and `--header`. @throws UsageError for `--set` without a JSON object. */
function changed(draft: DraftInput, { set = [], header = [] }: Act['values']): DraftInput {
  const given = header.map((word) => readPair(word, ':', '--header "Name: value"'));
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const kept = (draft.headers ?? []).filter(([name]) => !names.has(name.toLowerCase()));
  const headers: [string, string][] = [...kept, ...given].map(([name, value]) => [name, value]);
  if (set.length === 0) return { ...draft, headers };
  const body = draft.body.kind === 'json' ? parseJson(draft.body.text) : null;
  if (!isObject(body)) throw new UsageError('--set changes a JSON body, and this request has none.');
  const text = JSON.stringify(
    set.map(readAssignment).reduce<unknown>((at, [path, value]) => setPath(at, path, value), body),
  );
  return { ...draft, headers, body: { ...draft.body, kind: 'json', text } };
}

/**
 * Asks for the headers whose values were secrets and are not in the record. Nothing is sent in their place.
 *
 * @throws UsageError where there is no terminal to ask on, and for a secret elsewhere in the request.
 */
async function completed(draft: DraftInput, { stdin, stderr }: Act['surroundings']): Promise<DraftInput> {
  const headers: [string, string][] = [];
  for (const [name, value] of draft.headers ?? []) {
    const isLost = value.includes(redactedKey);
    if (isLost && !(stdin.isTTY && stderr.isTTY)) throw lostHeader(name);
    const typed = isLost ? await askHidden(`Header ${name}`, stdin, stderr) : value;
    if (isLost && typed.trim() === '') throw lostHeader(name);
    headers.push([name, typed]);
  }
  const { body, query = [], params = {} } = draft;
  if (JSON.stringify([query, params]).includes(redactedKey))
    throw new UsageError('The URL of this request contained a key, which is not in the record: send it with run.');
  if (JSON.stringify(body).includes(redactedKey))
    throw new UsageError(
      `The body of this request contained a key, which is not in the record.`,
      'Replace its field: --set PATH=VALUE',
    );
  return { ...draft, headers };
}

const lostHeader = (name: string) =>
  new UsageError(
    `The value of the header ${name} is not in the record, because it was a secret. Nothing was sent.`,
    `Add it: --header "${name}: VALUE"`,
  );
