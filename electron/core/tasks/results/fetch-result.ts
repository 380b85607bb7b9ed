import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { TaskPause } from '#shared/contract/tasks.ts';
import { normalizeBase } from '#shared/protocol/address.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { DownloadProgress } from '../../downloads/download.ts';
import { recordedBase64 } from '../../media/recorded-base64.ts';
import { mediaForm } from '../../readers/intake/media-signature.ts';
import { bodyPlaceOf } from '../../readers/intake/payload-cutter.ts';
import { draftFor, requestTaskState, waysOf } from '../polling/request-task-state.ts';
import { inlineAddress } from '../polling/take-response.ts';
import type { TaskParts } from '../ports.ts';
import type { StoredTask } from '../stored-task.ts';

/** How the download of a result ended. */
export type Fetched =
  | { kind: 'saved'; file: FileRef; exchangeId: string | null }
  | { kind: 'failed'; failure: Failure }
  /** The service has deleted it. */
  | { kind: 'expired'; failure: Failure }
  /** `user`: the user stopped it, and can resume it. */
  | { kind: 'paused'; why: TaskPause['why'] | 'room' | 'user'; failure: Failure }
  /** The program is quitting, or the user removed the task from the list. */
  | { kind: 'aborted' };

export const downloadTarget = (taskId: string): string => `task:${taskId}`;

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
    for (const source of resultSources(task, connections.find(task.facts.connectionId))) {
      const got = await fetchFrom(source, task, parts, signal, onProgress);
      if (signal.aborted && !('file' in got)) return { kind: 'aborted' };
      if ('file' in got) return { kind: 'saved', ...got };
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
): Promise<{ file: FileRef; exchangeId: string | null } | Omit<Try, 'source'>> {
  if (source.kind === 'record') {
    const got = await fetchInline(task, parts, signal);
    return 'file' in got ? got : { ...got, hasPart: false };
  }
  const { draft, address } = source;
  const end = await parts.downloads.download({
    draft,
    ...(address !== null && { address }),
    target: downloadTarget(task.facts.id),
    limits: { tries: triesAtOnce },
    signal,
    onProgress,
  });
  if (end.failure) return { failure: end.failure, hasPart: end.keptBytes > 0 };
  return { file: end.file, exchangeId: end.exchangeIds.at(-1) ?? null };
}

const expired = (last: Failure): Failure => ({
  ...last,
  code: 'not-found',
  message: 'The video has expired at the gateway.',
  hint: 'The task is kept. Create a new one, or download again if the operator still has the video.',
  retryable: false,
});
const noPlace = failure('wrong-type', 'The task succeeded, but its response contains no result URL.', {
  hint: 'See the recorded response. The rule of this task may need another result path.',
});

/** One source of a result. */
type ResultSource =
  /** `isOwn`: at the gateway itself, so that the key is sent. */
  | { kind: 'download'; draft: Draft; address: string | null; isOwn: boolean }
  /** The video is embedded in the task record, which is requested once more. */
  | { kind: 'record' };

const contentPath = /\/v1\/videos\/[^/?#]+\/content$/;

/**
 * Returns the sources of a task's result, in the order they are tried: first the URLs that the gateway named, because
 * they expire within hours and are not subject to the 60 s limit of new-api's content route; then that route. A URL of
 * the content route on another host is requested from the gateway itself, because operators leave `localhost` there.
 */
function resultSources(task: StoredTask, connection: Connection | null): ResultSource[] {
  const { base, origin } = normalizeBase(connection?.baseAddress ?? '');
  const { family, taskId } = task.facts;
  const content = carrierOf(task);
  const found = task.depth.resultUrls.flatMap((address): ResultSource[] => {
    if (address === inlineAddress) return [{ kind: 'record' }];
    if (!URL.canParse(address)) return [];
    const url = new URL(address);
    const isContent = contentPath.test(url.pathname);
    const place = isContent && url.origin !== origin ? base + contentOf(url) : url.href;
    const isOwn = origin !== '' && new URL(place).origin === origin;
    return [{ kind: 'download', draft: content, address: place, isOwn }];
  });
  const own = `${base}/v1/videos/${encodeURIComponent((taskId ?? '').toWellFormed())}/content`;
  const isNamed = found.some((source) => source.kind === 'download' && source.address === own);
  const all: ResultSource[] =
    family === 'custom' || isNamed
      ? found
      : [...found, { kind: 'download', draft: content, address: null, isOwn: true }];
  // The same source twice would fail the same way twice.
  return all.filter((source, index) => all.findIndex((one) => placeOf(one) === placeOf(source)) === index);
}

/** Returns the request whose connection, key and deadlines a download uses. */
function carrierOf(task: StoredTask): Draft {
  const { family, taskId } = task.facts;
  const params = { task_id: taskId ?? '' };
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

const contentOf = ({ pathname, search }: URL) => pathname.slice(pathname.search(contentPath)) + search;

const placeOf = (source: ResultSource) => (source.kind === 'record' ? '' : (source.address ?? 'content'));

type InlineParts = Pick<TaskParts, 'exchanges' | 'files'>;

/** Base64 characters that are enough to detect a format. */
const telltale = 96;

/**
 * Saves a video embedded in a task record as base64. The record is requested once more, because nothing of that size is
 * stored with the task; what is too large to be read at once is read from the recorded response, chunk by chunk.
 */
async function fetchInline(
  task: StoredTask,
  parts: InlineParts,
  signal: AbortSignal,
): Promise<{ file: FileRef; exchangeId: string | null } | { failure: Failure }> {
  const [way] = waysOf(task);
  const polled = way ? await requestTaskState(task, way, parts.exchanges, signal) : null;
  if (polled?.kind === 'failed') return { failure: polled.failure };
  const address = polled?.kind === 'reported' ? polled.report.resultUrls.find((one) => /^data:/i.test(one)) : undefined;
  if (polled?.kind !== 'reported' || address === undefined) return { failure: notThere };
  const { exchangeId } = polled;
  try {
    return { file: await save(task, address, exchangeId, parts), exchangeId };
  } catch (thrown) {
    return { failure: { ...AppError.from(thrown), exchangeId } };
  }
}

async function save({ facts }: StoredTask, address: string, exchangeId: string, { exchanges, files }: InlineParts) {
  const comma = address.indexOf(',');
  const base64 = address.slice(comma + 1);
  if (comma === -1 || !/;\s*base64\s*$/i.test(address.slice(0, comma))) throw new AppError(notMedia);
  const form = mediaForm(Buffer.from(base64.slice(0, telltale), 'base64'), true);
  if (!form) throw new AppError(notMedia);
  const place = bodyPlaceOf(base64);
  const bytes = place
    ? recordedBase64((offset, length) => exchanges.bytes(exchangeId, offset, length), place)
    : [Buffer.from(base64, 'base64')];
  const name = `${facts.taskId ?? facts.id}.${form.ending}`;
  return files.admit({ name, type: form.mediaType, sizeBytes: null }, bytes);
}

const notThere = failure('wrong-type', 'The recorded response no longer contains the result.', {
  hint: 'See the recorded response, then download the result again.',
});
const notMedia = failure('wrong-type', 'The recorded result is not a video, an image or audio.', {
  effect: 'not-saved',
  hint: 'See the recorded response.',
});
