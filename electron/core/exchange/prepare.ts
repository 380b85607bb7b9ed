import { Buffer } from 'node:buffer';
import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { namesField } from '#shared/protocol/refused-field.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { HostServices } from '../host-services.ts';
import { headerSecrets, keyProblem as unfitKey } from '../http/header-rules.ts';
import { type FormPart, multipartSegments } from '../http/multipart.ts';
import { NetworkError } from '../http/network-failure.ts';
import { findProxy } from '../http/proxy/find-proxy.ts';
import { joinSegments, type RequestBody, type Segment } from '../http/request-body.ts';
import type { OutgoingRequest } from '../http/send.ts';
import { wayOf } from '../keys/binding.ts';
import type { ConnectionPort, FilePort, KeyPort, NativeKeyPort, OpenFile } from '../ports.ts';
import { Redactor } from '../redaction/redact.ts';
import { type MemoryPort, memoryProblem, systemMemory } from './memory-pressure.ts';
import { keyProblem, planRequest, type RequestPlan } from './plan.ts';
import { quotesOtherKey } from './quoted-key.ts';
import { withoutAdded } from './request/added-fields.ts';
import type { BodyPlan } from './request/body-plan.ts';
import { outgoingRequest } from './request/outgoing-request.ts';

/** Where the parts of a request come from. */
export interface Sources {
  hostServices: Pick<HostServices, 'proxyFor' | 'version'>;
  connections: ConnectionPort;
  keys: KeyPort;
  /** Default: nothing was learned. */
  nativeKeys?: NativeKeyPort | undefined;
  files: FilePort;
  /** Returns fields of a body that a gateway rejects by their names. Default: nothing was learned. */
  refusedFields?: ((place: RefusedPlace) => string[]) | undefined;
  /** Default: of this process. */
  memory?: MemoryPort | undefined;
}

interface RefusedPlace {
  connectionId: string;
  routeId: RouteId;
  model: string | null;
}

/** A draft with all its references resolved. `plan` is `null` when its connection was deleted. */
export interface Prepared {
  connection: Connection | null;
  key: KeyStatus | null;
  plan: RequestPlan | null;
  body: RequestBody | null;
  redactor: Redactor;
  /** Tells whether a refusal quotes a key that is not the one that is sent: see `quotesOtherKey`. */
  quotesOtherKey: (message: string | null) => boolean;
  /** Why it cannot be sent; then `outgoing` is `null`. */
  problem: Failure | null;
  /** Contains the key: only for `send`. */
  outgoing: OutgoingRequest | null;
}

/** Returns a prepared draft for which nothing could be resolved. */
export const unprepared = (problem: Failure): Prepared => ({
  connection: null,
  key: null,
  plan: null,
  body: null,
  redactor: new Redactor([]),
  quotesOtherKey: () => false,
  problem,
  outgoing: null,
});

/**
 * Resolves what a draft refers to and plans it, without the key: enough to show it. Reads files' sizes, not their
 * bytes.
 */
export async function preparePlan(draft: Draft, sources: Sources): Promise<Prepared> {
  const connection = sources.connections.find(draft.connectionId);
  if (!connection)
    return unprepared(
      failure('not-found-here', 'The connection of this request was deleted.', {
        hint: 'Select another connection.',
      }),
    );
  const key = sources.keys.choose(connection.id, draft.keyId);
  const learnedStyle = key && (sources.nativeKeys?.learned(connection.id, key.id) ?? null);
  const planned = (asked: Draft) =>
    planRequest({ draft: asked, connection, key, learnedStyle, version: sources.hostServices.version });
  const whole = planned(draft);
  const leftOut = knownToFail(draft, whole.model, sources);
  const plan = leftOut.length > 0 ? planned(withoutAdded(draft, leftOut)) : whole;
  const redactor = new Redactor(headerSecrets([...connection.headers, ...draft.headers]));
  const opened = await openBody(plan.body, sources.files);
  const gone = opened !== null && 'code' in opened ? opened : null;
  const body = opened !== null && 'code' in opened ? null : opened;
  const problem = plan.problems[0] ?? gone;
  return { connection, key, plan, body, redactor, quotesOtherKey: () => false, problem, outgoing: null };
}

/**
 * Prepares a draft for sending, unless memory is short: takes the key and finds the proxy. The result redacts with
 * every secret in use.
 */
export async function prepare(draft: Draft, sources: Sources): Promise<Prepared> {
  const prepared = await preparePlan(draft, sources);
  const { connection, key, plan, body } = prepared;
  if (!connection || !plan) return prepared;
  const secret =
    key && plan.origin !== ''
      ? await sources.keys.take(key.id, plan.origin, wayOf(plan.origin, connection), connection)
      : null;
  const secrets = [...headerSecrets([...connection.headers, ...draft.headers]), ...(secret === null ? [] : [secret])];
  const refuse = (problem: Failure): Prepared => ({ ...prepared, redactor: new Redactor(secrets), problem });
  const problem = prepared.problem ?? memoryProblem((sources.memory ?? systemMemory)());
  if (problem) return refuse(problem);
  if (key && secret === null)
    return refuse(
      // The vault may have told only now what the key was entered for.
      keyProblem(draft, connection, sources.keys.choose(connection.id, key.id)) ??
        failure('no-key', `The key ${key.alias} can't be read from the system keychain.`, {
          hint: 'Enter the key again. Everything else is unchanged.',
        }),
    );
  const unfit = secret === null ? null : unfitKey(secret);
  if (unfit) return refuse(unfit);
  try {
    const proxy = await findProxy(plan.origin, connection.proxy, {
      system: sources.hostServices.proxyFor,
      password: () => sources.connections.proxyPassword(connection.id, connection.proxy.address),
    });
    const { pem } = connection.extraCa;
    const outgoing = outgoingRequest(plan, body, secret, { proxy, extraCa: pem === '' ? [] : [pem] });
    if (key) sources.keys.noteUse(key.id);
    return {
      ...prepared,
      redactor: new Redactor([...secrets, ...(proxy?.secrets ?? [])]),
      quotesOtherKey: (message) => quotesOtherKey(message, secrets),
      outgoing,
    };
  } catch (thrown) {
    if (thrown instanceof NetworkError) return refuse(thrown.fault.failure);
    throw thrown;
  }
}

/** Returns the fields of a draft that Patchbay added and that the gateway is known to reject. */
function knownToFail(
  { connectionId, routeId, options: { added = [] } }: Draft,
  model: string | null,
  sources: Sources,
) {
  if (added.length === 0) return [];
  const refused = sources.refusedFields?.({ connectionId, routeId, model }) ?? [];
  return added.filter((path) => refused.some((name) => namesField(name, path)));
}

/** Opens the files of a planned body. `null` for a request without one; a failure when a file was deleted. */
async function openBody(plan: BodyPlan, files: FilePort): Promise<RequestBody | Failure | null> {
  if (plan.kind === 'none') return null;
  if (plan.kind === 'text') return joinSegments([{ kind: 'bytes', bytes: Buffer.from(plan.text, 'utf8') }]);
  const wanted =
    plan.kind === 'json'
      ? plan.inline.map(({ fileId }) => fileId)
      : plan.fields.flatMap((field) => (field.kind === 'file' ? [field.fileId] : []));
  const opened = new Map<string, OpenFile>();
  for (const id of new Set(wanted)) {
    const file = await files.open(id);
    if (file === null)
      return failure('bad-draft', 'A file of this request no longer exists.', {
        hint: 'Add the file again, then send.',
        param:
          plan.kind === 'form'
            ? (plan.fields.find((field) => 'fileId' in field && field.fileId === id)?.name ?? null)
            : null,
      });
    opened.set(id, file);
  }
  const fileOf = (id: string) => opened.get(id) as OpenFile;
  if (plan.kind === 'json') return joinSegments(jsonSegments(plan.text, plan.inline, fileOf));
  const parts = plan.fields.map(
    (field): FormPart =>
      field.kind === 'file'
        ? { name: field.name, file: fileOf(field.fileId) }
        : { name: field.name, value: field.value },
  );
  return joinSegments(multipartSegments(parts, plan.boundary));
}

/** Splits a JSON text at its file tokens. */
function jsonSegments(
  text: string,
  inline: readonly { token: string; fileId: string }[],
  fileOf: (id: string) => OpenFile,
): Segment[] {
  const used = inline.filter(({ token }) => token !== '');
  if (used.length === 0) return [{ kind: 'bytes', bytes: Buffer.from(text, 'utf8') }];
  const anyToken = new RegExp(used.map(({ token }) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const byToken = new Map(used.map(({ token, fileId }) => [token, fileId]));
  const segments: Segment[] = [];
  let done = 0;
  for (const { 0: token, index } of text.matchAll(anyToken)) {
    segments.push({ kind: 'bytes', bytes: Buffer.from(text.slice(done, index), 'utf8') });
    segments.push({ kind: 'file', file: fileOf(byToken.get(token) as string), encoding: 'base64', recorded: token });
    done = index + token.length;
  }
  segments.push({ kind: 'bytes', bytes: Buffer.from(text.slice(done), 'utf8') });
  return segments;
}
