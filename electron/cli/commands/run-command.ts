import { Buffer } from 'node:buffer';
import { countInputs } from '#core/readers/asked.ts';
import { frameForm, mediaForm, signatureBytes } from '#core/readers/intake/media-signature.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { spellingsOf } from '#shared/protocol/field-spellings.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { type Route, type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { readOptions } from '../input/options.ts';
import { type DraftPlan, finishDraft, planDraft } from '../input/plan-draft.ts';
import { createPatientInput, type StandardInput } from '../input/read-input.ts';
import { isRecorded, isTemporary, readTarget } from '../input/target.ts';
import { refuseBothOnStdout, storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter, type SentInputs } from '../output/part-printer.ts';
import { besideResponseFiles, noFiles, openResponseFiles, pipeResponseFiles } from '../output/response-files.ts';
import { runOptions } from '../specs/request-specs.ts';
import { UsageError, unknownRoute } from '../usage-error.ts';
import type { Command } from './command.ts';
import { noteUsed, presetModel } from './defaults.ts';
import { isPreview, previewDraft } from './preview-draft.ts';
import { endWith, modelOf, runDraft } from './run-draft.ts';
import { gatewayFirst, openSession, type Session } from './session.ts';

/** `patchbay run <route> [words]`: runs one exchange on any route. */
export const run: Command = async (args, { env, version, stdin, openTerminal }) => {
  const { values, positionals } = readOptions(args, runOptions);
  refuseBothOnStdout(values);
  const terminal = openTerminal(values);
  const [name = '', ...words] = positionals;
  const target = await readTarget(values, env);
  const route = findRoute(name);
  const input = createPatientInput(stdin, terminal);
  const plan = await planDraft(route, words, values, input, presetModel(target, env, route)).catch((thrown) =>
    gatewayFirst(thrown, target, version),
  );
  const draftOf = ({ files, connectionId }: Session) =>
    finishDraft(plan, connectionId, (path) => (path === '-' ? admitInput(files, input) : admitPath(files, path)));
  if (isPreview(values)) return previewDraft(target, version, values, terminal, draftOf);
  // A pipe receives the bytes.
  const isLost = values.out === undefined && isTemporary(target) && (values.json || terminal.isDataTerminal);
  if (isLost && returnsFile(route)) throw new UsageError(`${route.id} returns a file: add --out FILE to keep it.`);
  // Created before anything is sent, so that no paid response fails because its file name is taken.
  let session: Session | undefined;
  const read = (ref: { id: string }) => storedBytes((session as Session).files, ref.id);
  const isPiped = values.out === '-' || (values.out === undefined && !values.json && !terminal.isDataTerminal);
  const files = isPiped
    ? pipeResponseFiles(terminal, read)
    : values.out === undefined
      ? returnsFile(route)
        ? noFiles
        : besideResponseFiles(read)
      : await openResponseFiles(values.out, values.force ?? false, read);
  const printer = values.json
    ? createJsonPrinter(terminal, files)
    : createHumanPrinter(terminal, files, isRecorded(target, values), sentInputs(plan));
  try {
    const opened = await openSession(target, version, { terminal, ...values });
    session = opened;
    if (target.kind !== 'demo') await findNativeKeyStyle(opened, route);
    const draft = await draftOf(opened);
    await noteUsed(opened, target, values, modelOf(draft), terminal);
    const status = await runDraft(opened, draft, printer, terminal.closed);
    const isComplete = status === exitCodes.done || status === exitCodes.shortened;
    return isComplete && files.failure ? exitOfFailure(files.failure.code) : status;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      await files.end('failed');
      throw thrown;
    }
    // Scripts read the last line in every case.
    await printer.print(endWith(thrown.failure));
    return exitOfFailure(thrown.failure.code);
  } finally {
    await session?.close();
  }
};

/** Returns whether the response is media without text to show in the terminal. */
const returnsFile = ({ reader }: Route) => reader === 'speech' || reader === 'images' || reader === 'video';

function findRoute(name: string) {
  if ((routeIds as readonly string[]).includes(name)) return routes[name as RouteId];
  if (!name)
    throw new UsageError(
      'Missing route, as in: patchbay run chat.completions "Hello"',
      'List the routes: patchbay routes',
    );
  throw unknownRoute(name, routeIds);
}

/**
 * Lists the models before a native route is used with an unknown key: a listing may be sent once for each way to send
 * the key, but a request that creates something may not. Does not wait for a `/v1/models` that does not respond.
 */
export async function findNativeKeyStyle(session: Session, { family }: Route): Promise<void> {
  const { client, connectionId } = session;
  if (family !== 'native') return;
  if ((await client.keys.status({ connectionId })).length === 0) return;
  if (await isStyleKnown(session)) return;
  const isOver = new AbortController();
  const found = untilFound(session, isOver.signal);
  await Promise.race([client.models.list({ connectionId, refresh: true }), found]).finally(() => isOver.abort());
}

const isStyleKnown = async ({ client, connectionId }: Session): Promise<boolean> =>
  (await client.models.list({ connectionId })).nativeKeyStyle !== null;

async function untilFound(session: Session, signal: AbortSignal): Promise<void> {
  for await (const { area } of session.client.host.changes({}, { signal }))
    if (area === 'models' && (await isStyleKnown(session))) return;
}

/**
 * Stores standard input in the core's store. Its extension follows from its first bytes, since gateways rely on it.
 *
 * @throws UsageError when it is empty, or was already read.
 */
export async function admitInput(store: FileStore, input: StandardInput): Promise<FileRef> {
  const chunks = input.bytes()[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes < signatureBytes) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
    sizeBytes += next.value.byteLength;
  }
  if (sizeBytes === 0) throw new UsageError('stdin is empty.');
  const head = Buffer.concat(first);
  const form = mediaForm(head, false) ?? frameForm(head);
  // Gateways know the extension of the container, but not that of its audio-only variant.
  const ending = form?.ending === 'weba' ? 'webm' : (form?.ending ?? 'bin');
  const about = { name: `input.${ending}`, type: form?.mediaType ?? 'application/octet-stream', sizeBytes: null };
  return store.admit(about, joined(head, chunks));
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Returns what a request contains, to compare its response with. */
function sentInputs({ route, body }: Pick<DraftPlan, 'route' | 'body'>): SentInputs {
  const followTask = route.reader === 'images' ? followImages : null;
  if (body.kind !== 'json' || (route.reader !== 'rerank' && route.reader !== 'embeddings')) return { followTask };
  const sent = asObject(parseJson(body.text)) ?? {};
  if (route.reader === 'embeddings')
    return {
      inputs: countInputs(
        spellingsOf('input')
          .map((name) => sent[name])
          .find((input) => input !== undefined),
      ),
    };
  const documents =
    spellingsOf('documents')
      .map((name) => sent[name])
      .find(Array.isArray) ?? [];
  return { documents: documents.map(textOf) };
}

const followImages = (taskId: string) => `patchbay tasks adopt ${taskId} --family custom --rule images`;

function textOf(document: unknown): string | null {
  const text = typeof document === 'string' ? document : asObject(document)?.text;
  return typeof text === 'string' ? text : null;
}
