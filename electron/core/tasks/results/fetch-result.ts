import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { TaskPause } from '#shared/contract/tasks.ts';
import { percentDecoded } from '#shared/percent.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { joinRoute } from '#shared/protocol/route-address.ts';
import { routes } from '#shared/protocol/table.ts';
import type { DownloadProgress } from '../../downloads/download.ts';
import { draftFor } from '../polling/request-task-state.ts';
import { inlineAddress } from '../polling/take-response.ts';
import type { TaskParts } from '../ports.ts';
import { type StoredTask, savesAll } from '../stored-task.ts';
import { fetchInline, requestResult } from './recorded-result.ts';

/** How the download of a result ended. */
export type Fetched =
  /** `more`: the other results of the task. `failure`: one of them is missing. */
  | { kind: 'saved'; file: FileRef; exchangeId: string | null; more?: FileRef[]; failure?: Failure }
  | { kind: 'failed'; failure: Failure }
  /** The service has deleted it. */
  | { kind: 'expired'; failure: Failure }
  /** `user`: the user stopped it, and can resume it. */
  | { kind: 'paused'; why: TaskPause['why'] | 'room' | 'user'; failure: Failure }
  /** The program is quitting, or the user removed the task from the list. */
  | { kind: 'aborted' };

export const downloadTarget = (taskId: string): string => `task:${taskId}`;

/** A result; `more` and `missing` where its source has several. */
interface Got {
  file: FileRef;
  exchangeId: string | null;
  more?: FileRef[];
  missing?: Failure;
}

interface Try {
  source: ResultSource;
  failure: Failure;
  /** Part of it was downloaded. */
  hasPart: boolean;
}

/** Tries in a row without a new byte, per source and round. */
const triesAtOnce = 2;

/** Returns what must change before another try makes sense, if it does not depend on the gateway. */
export function pauseOf({ code }: Failure): Extract<Fetched, { kind: 'paused' }>['why'] | null {
  if (code === 'aborted') return 'user';
  if (['auth', 'no-key', 'invalid-key', 'insecure-address'].includes(code)) return 'key';
  if (['not-found-here', 'invalid-address', 'misuse', 'route-off', 'bad-draft'].includes(code)) return 'connection';
  if (['tls', 'dns', 'proxy', 'unreachable'].includes(code)) return 'network';
  return code === 'storage' || code === 'memory' ? 'room' : null;
}

const isGone = ({ status }: Failure) => status === 403 || status === 404 || status === 410;

/**
 * Downloads the result of a task from any available source, in rounds over all sources: a video may be finished before
 * it is available, and connections break. An incomplete result is never `saved`: what was downloaded is kept for the
 * next try.
 */
export async function fetchResult(
  task: StoredTask,
  parts: Pick<TaskParts, 'exchanges' | 'downloads' | 'connections' | 'files' | 'timings'>,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  sleep: (waitMs: number, signal: AbortSignal) => Promise<void>,
): Promise<Fetched> {
  const { timings, connections } = parts;
  for (let round = 0; ; round += 1) {
    const tries: Try[] = [];
    const sources = resultSources(task, connections.find(task.facts.connectionId));
    for (const [at, source] of sources.entries()) {
      const got = await fetchFrom(source, task, parts, signal, onProgress);
      if (signal.aborted && !('file' in got)) return { kind: 'aborted' };
      if ('file' in got) {
        const { file, exchangeId } = got;
        const others = savesAll(task, file) ? await fetchOthers(got, sources.slice(at + 1), task, parts, signal) : {};
        return { kind: 'saved', file, exchangeId, ...others };
      }
      tries.push({ source, ...got });
      // When disk or memory is full, or the user stopped it, another source does not help.
      const why = pauseOf(got.failure);
      if (why === 'room' || why === 'user') break;
    }
    // A response that is certainly not a video is not a transient failure: it is tried once more, and not repeatedly.
    const isLast = tries.every(isVideoMissing) ? round > 0 : round >= timings.downloadWaitsMs.length;
    const ended = judge(tries, task, isLast);
    if (ended) return ended;
    const last = tries.at(-1)?.failure;
    const askedMs = last?.retryAfterMs ?? 0;
    if (last && askedMs > timings.maxRequestedDelayMs) return { kind: 'paused', why: 'answer', failure: last };
    await sleep(Math.max(timings.downloadWaitsMs[round] ?? 0, askedMs), signal);
    if (signal.aborted) return { kind: 'aborted' };
  }
}

/** Fetches the further results of a task. One that is missing is reported, and those that arrived are kept. */
async function fetchOthers(
  first: Got,
  sources: readonly ResultSource[],
  task: StoredTask,
  parts: Pick<TaskParts, 'exchanges' | 'downloads' | 'files'>,
  signal: AbortSignal,
): Promise<{ more: FileRef[]; failure?: Failure }> {
  const more = [...(first.more ?? [])];
  let missing = first.missing ?? null;
  for (const [at, source] of sources.entries()) {
    if (source.kind === 'request' || (source.kind === 'download' && source.address === null)) continue;
    const target = `${downloadTarget(task.facts.id)}:${at + 1}`;
    const got = await fetchFrom(source, task, parts, signal, () => {}, target);
    if ('file' in got) more.push(got.file, ...(got.more ?? []));
    missing ??= 'file' in got ? (got.missing ?? null) : got.failure;
  }
  return { more, ...(missing && { failure: missing }) };
}

/** Returns `null` for another round. */
function judge(tries: readonly Try[], task: StoredTask, isLast: boolean): Fetched | null {
  const last = tries.at(-1)?.failure;
  if (!last) return { kind: 'failed', failure: noPlace };
  const { expiresAt } = task.facts.result;
  const isLate = expiresAt !== null && Date.now() > expiresAt;
  const isAllGone = tries.every((one) => isGone(one.failure));
  if (isAllGone && (isLate || (isLast && tries.some(wasThere)))) return { kind: 'expired', failure: expired(last) };
  for (const { failure: found } of [...tries].reverse()) {
    const why = pauseOf(found);
    if (why !== null) return { kind: 'paused', why, failure: found };
  }
  if (last.code === 'forbidden' || isLast) return { kind: 'failed', failure: last };
  return null;
}

const missingVideoCodes: ReadonlySet<Failure['code']> = new Set([
  'wrong-type',
  'not-json',
  'bad-json',
  'in-band',
  'redirect',
  'too-large',
]);

/** The response was complete, but it was not a video. */
const isVideoMissing = ({ failure: { code, status, gatewayMessage } }: Try) =>
  (status === null || status < 400) && (missingVideoCodes.has(code) || (status !== null && gatewayMessage !== null));

/** A service that no longer returns what it had named, or had partly sent, must have had it once. */
const wasThere = ({ source, hasPart }: Try) => hasPart || (source.kind === 'download' && !source.isOwn);

async function fetchFrom(
  source: ResultSource,
  task: StoredTask,
  parts: Pick<TaskParts, 'exchanges' | 'downloads' | 'files'>,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
  target = downloadTarget(task.facts.id),
): Promise<Got | Omit<Try, 'source'>> {
  if (source.kind !== 'download') {
    const got =
      source.kind === 'record'
        ? await fetchInline(task, parts, signal)
        : await requestResult(task, parts.exchanges, signal);
    if ('file' in got) return got;
    if ('failure' in got) return { ...got, hasPart: false };
    return fetchFirst(got.addresses, task, parts, signal, onProgress);
  }
  const { draft, address } = source;
  const end = await parts.downloads.download({
    draft,
    ...(address !== null && { address }),
    target,
    limits: { tries: triesAtOnce },
    signal,
    onProgress,
  });
  if (end.failure) return { failure: end.failure, hasPart: end.keptBytes > 0 };
  return { file: end.file, exchangeId: end.exchangeIds.at(-1) ?? null };
}

/** Downloads from the first of these addresses that has the result. */
async function fetchFirst(
  addresses: readonly string[],
  task: StoredTask,
  parts: Pick<TaskParts, 'exchanges' | 'downloads' | 'files'>,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): ReturnType<typeof fetchFrom> {
  let last: Awaited<ReturnType<typeof fetchFrom>> = { failure: noPlace, hasPart: false };
  for (const address of addresses) {
    const source = { kind: 'download', draft: carrierOf(task), address, isOwn: false } as const;
    last = await fetchFrom(source, task, parts, signal, onProgress);
    if ('file' in last) return last;
  }
  return last;
}

const expired = (last: Failure): Failure => ({
  ...last,
  code: 'not-found',
  message: 'The video has expired at the gateway.',
  hint: 'The task is kept. Create a new one, or download again if the operator still has the video.',
  retryable: false,
});
const noPlace = failure('wrong-type', 'The task succeeded, but its record contains no address of a result.', {
  hint: 'Show the record of the task. If the result is in it, its rule may need another result path.',
});

/** One source of a result. */
type ResultSource =
  /** `isOwn`: at the gateway itself, so that the key is sent. */
  | { kind: 'download'; draft: Draft; address: string | null; isOwn: boolean }
  /** The video is embedded in the task record. */
  | { kind: 'record' }
  /** A request of the task's rule returns it, or its address. */
  | { kind: 'request' };

const contentPath = /\/videos\/([^/?#]+)\/content$/;

/**
 * Returns the sources of a task's result, in the order they are tried: first the URLs that the gateway named, because
 * they expire within hours and are not subject to the 60 s limit of new-api's content route; then that route. A URL of
 * the content route on another host is requested from the gateway itself, because operators leave `localhost` there.
 */
function resultSources(task: StoredTask, connection: Connection | null): ResultSource[] {
  const origin = connection?.origin ?? '';
  const { family, taskId } = task.facts;
  const content = carrierOf(task);
  const found = task.depth.resultUrls.flatMap((address): ResultSource[] => {
    if (address === inlineAddress) return [{ kind: 'record' }];
    // A path is one at the gateway.
    const whole = address.startsWith('/') ? (connection?.baseAddress ?? '') + address : address;
    if (!URL.canParse(whole)) return [];
    const url = new URL(whole);
    const place = (url.origin !== origin && contentAt(connection, url)) || url.href;
    const isOwn = origin !== '' && new URL(place).origin === origin;
    return [{ kind: 'download', draft: content, address: place, isOwn }];
  });
  const own = connection && joinRoute(connection, routes['videos.content'], { task_id: taskId ?? '' });
  const isNamed = found.some((source) => source.kind === 'download' && source.address === own);
  const { rule } = task.depth;
  const hasRequest = found.length === 0 && (rule?.resultPath?.trim() ?? '') !== '';
  const hasContent = family !== 'custom' && !isNamed && taskId !== null;
  const all: ResultSource[] = [
    ...found,
    ...(hasRequest ? [{ kind: 'request' } as const] : []),
    ...(hasContent ? [{ kind: 'download', draft: content, address: null, isOwn: true } as const] : []),
  ];
  // The same source twice would fail the same way twice.
  return all.filter((source, index) => all.findIndex((one) => placeOf(one) === placeOf(source)) === index);
}

/** Returns the request whose connection, key and deadlines a download uses. */
function carrierOf(task: StoredTask): Draft {
  const { family, taskId } = task.facts;
  // A result that came without an id has an address of its own: the path is never used.
  const params = { task_id: taskId ?? 'result' };
  const keyStyle = task.depth.rule?.keyStyle ?? 'bearer';
  if (family !== 'custom' || keyStyle === 'bearer') return draftFor(task, { routeId: 'videos.content', params });
  return draftFor(task, {
    routeId: 'custom',
    params,
    custom: { method: 'GET', path: '/', keyStyle },
    // The URL is the one from the record: this path is never used.
    options: { finishAlone: true, allowMisuse: true, deadlines: { totalMs: null }, origin: 'core' },
  });
}

/** Returns where a gateway has the content that a URL of another host names; `null` for a URL of another kind. */
function contentAt(connection: Connection | null, url: URL): string | null {
  const [, id] = contentPath.exec(url.pathname) ?? [];
  if (!connection || id === undefined) return null;
  return joinRoute(connection, routes['videos.content'], { task_id: percentDecoded(id) }, [...url.searchParams]);
}

const placeOf = (source: ResultSource) => (source.kind === 'download' ? (source.address ?? 'content') : source.kind);
