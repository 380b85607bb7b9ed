import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Draft } from '#shared/contract/exchanges.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import type { ExchangeBase } from '../exchange/exchange-base.ts';
import { LiveRun } from '../exchange/live-run.ts';
import { prepare } from '../exchange/prepare.ts';
import { cancelled, seconds } from '../http/network-failure.ts';
import { openMediaFetch } from '../media/media-fetch.ts';
import { nameStem } from '../media/response-file-name.ts';
import type { FileStorePort, PartialFile } from '../ports.ts';
import type { Warning } from '../verdict/verdict.ts';
import { resumeHeaders } from './content-range.ts';
import type { DownloadQuery } from './download-request.ts';
import type { TryResult } from './download-response.ts';
import { tryDownload } from './download-try.ts';

/** What to download, and its name. */
export interface DownloadRequest {
  /**
   * Draft of a GET route, such as `videos.content` with its `task_id`: its connection, key, headers, deadlines and
   * origin.
   */
  draft: Draft;
  /**
   * URL named in a response, used instead of the draft's own. The key is only sent to the connection's own origin;
   * other hosts get no data of the connection, and must be public and use https. A gateway on this computer may name
   * this computer.
   */
  address?: string;
  /** Identifies the download. A later call with the same target, even after a restart, resumes it. */
  target: string;
  /** File name without extension. Default: the server's name, else the task id. */
  name?: string;
  /**
   * `maxBytes` of the file, default 8 GiB; `tries` in a row without a new byte, default 5; `waitMs` that a server may
   * request before the next try, default 10 minutes: beyond it the download fails.
   */
  limits?: { maxBytes?: number; tries?: number; waitMs?: number };
  /** Aborting it pauses the download: received bytes are kept. */
  signal: AbortSignal;
  /** Called at most four times per second while bytes arrive, and when a try or a wait begins. */
  onProgress?(progress: DownloadProgress): void;
}

export interface DownloadProgress {
  /** Exchange of the current try; `null` before the first one. */
  exchangeId: string | null;
  stage: 'connecting' | 'receiving' | 'waiting';
  /** Bytes of the file, including earlier runs. */
  receivedBytes: number;
  /** `null` while unknown. */
  totalBytes: number | null;
  /** From 1. */
  attempt: number;
  /** Why it waits, or why it starts over; one sentence. */
  note: string | null;
}

/** Either the complete file with a verified size, or why there is none. */
export type DownloadEnd = { exchangeIds: string[]; warnings: Warning[] } & (
  | { file: FileRef; failure: null }
  /** `keptBytes` above 0: the same target resumes from there. */
  | { file: null; failure: Failure; keptBytes: number; totalBytes: number | null }
);

export interface Downloads {
  /** Never rejects. Each try is a separate exchange in the history. */
  download(request: DownloadRequest): Promise<DownloadEnd>;
  /** Discards a partial download. Does not reject. */
  discard(target: string): Promise<void>;
  /** Pauses all downloads, once their tries are recorded. */
  close(): Promise<void>;
}

interface DownloadParts extends Omit<ExchangeBase, 'records'> {
  files: FileStorePort;
  /** Default: `downloadTimings`. */
  timings?: Partial<DownloadTimings> | undefined;
}

/** Waits between the tries of a download, in milliseconds. */
export interface DownloadTimings {
  /** Before the second try, the third and so on; the last one applies to all later tries. */
  waitsMs: readonly number[];
  /** Minimum wait after a rate limit without a Retry-After. */
  limitedMs: number;
}

const downloadTimings: DownloadTimings = { waitsMs: [500, 1000, 2000, 4000, 8000], limitedMs: 5000 };
const mostBytes = 8 * 1024 ** 3;
const reportMs = 250;
/** Longer waits requested by a server are not honored. */
const maxWaitMs = 600_000;

export function createDownloads(parts: DownloadParts): Downloads {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    async download(request) {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const work = new Download(parts, { ...request, signal }).run();
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    discard: (target) => parts.files.discard(target),
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

class Download {
  readonly #parts: DownloadParts;
  readonly #request: DownloadRequest;
  readonly #exchangeIds: string[] = [];
  readonly #warnings: Warning[] = [];
  #attempt = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;
  #stage: DownloadProgress['stage'] | null = null;
  #note: string | null = null;

  constructor(parts: DownloadParts, request: DownloadRequest) {
    this.#parts = parts;
    this.#request = request;
  }

  async run(): Promise<DownloadEnd> {
    let part: PartialFile | null = null;
    try {
      part = await this.#parts.files.resume(this.#request.target);
      const found = await this.#tries(part);
      if (found !== null) return this.#failed(found, part);
      const file = await this.#keep(part);
      return { file, failure: null, exchangeIds: this.#exchangeIds, warnings: this.#warnings };
    } catch (thrown) {
      return this.#failed(AppError.from(thrown), part);
    } finally {
      await part?.pause();
    }
  }

  #failed(found: Failure, part: PartialFile | null): DownloadEnd {
    const keptBytes = part?.sizeBytes ?? 0;
    const effect = keptBytes > 0 ? 'arrived-kept' : (found.effect ?? null);
    const hint = found.hint || (keptBytes > 0 ? 'Download again to resume.' : 'Try again.');
    return {
      file: null,
      failure: { ...found, effect, hint },
      keptBytes,
      totalBytes: part?.note?.totalBytes ?? null,
      exchangeIds: this.#exchangeIds,
      warnings: this.#warnings,
    };
  }

  /** Retries until the file is complete. Returns `null` then, else the failure. */
  async #tries(part: PartialFile): Promise<Failure | null> {
    const { limits, signal } = this.#request;
    let furthest = part.sizeBytes;
    for (let idle = 1; ; idle += 1) {
      if (signal.aborted) return cancelled('not-sent').failure;
      const { isWhole, failure: found, canRetry, remark, isUnchecked } = await this.#try(part);
      this.#note = remark;
      if (isUnchecked)
        this.#warnings.push({
          code: 'length-unchecked',
          message: "The server didn't declare a length, so the file may be incomplete.",
        });
      if (remark !== null) this.#warnings.push({ code: 'retried', message: remark });
      if (isWhole || found === null) return null;
      if (!canRetry || signal.aborted) return found;
      // Only new bytes are progress: a server that starts over each time could do so forever.
      if (part.sizeBytes > furthest) idle = 1;
      furthest = Math.max(furthest, part.sizeBytes);
      if (idle >= (limits?.tries ?? 5)) return found;
      const asked = found.retryAfterMs;
      if (asked !== null && asked > (limits?.waitMs ?? maxWaitMs)) return found;
      const waitMs = asked ?? this.#waitAfter(found, idle);
      this.#report(part, 'waiting', `${found.message} Resuming in ${seconds(waitMs)}.`);
      await wait(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Returns the wait after the `idle`th try in a row without a new byte. */
  #waitAfter({ status }: Failure, idle: number): number {
    const { waitsMs, limitedMs } = { ...downloadTimings, ...this.#parts.timings };
    const planned = (waitsMs[Math.min(idle, waitsMs.length) - 1] ?? 0) * (0.75 + Math.random() * 0.5);
    return status === 429 || status === 503 ? Math.max(planned, limitedMs) : planned;
  }

  async #try(part: PartialFile): Promise<TryResult> {
    const { live, recorder, pool, clock } = this.#parts;
    const { draft, signal } = this.#request;
    const id = randomUUID();
    const run = new LiveRun();
    const cancel = () => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const ask = await this.#ask(part, run.signal);
      this.#attempt += 1;
      this.#exchangeIds.push(id);
      live.set(id, run);
      this.#report(part, 'connecting', this.#note);
      return await tryDownload({
        ...{ id, attempt: this.#attempt, firstId: this.#exchangeIds[0] ?? id, draft, ask, part, live: run },
        ...{ recorder, pool, clock },
        onReceived: () => this.#report(part, 'receiving', null),
      });
    } finally {
      live.delete(id);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** @throws AppError when the draft cannot be sent. */
  async #ask(part: PartialFile, signal: AbortSignal): Promise<DownloadQuery> {
    const { sources, clock, deadlines } = this.#parts;
    const { draft, address, limits } = this.#request;
    const prepared = await prepare(draft, sources);
    const { connection, plan, outgoing: wire, problem } = prepared;
    if (!connection || !plan || !wire) throw new AppError(problem ?? notSendable);
    if (plan.method !== 'GET') throw new AppError(notSendable);
    wire.deadlines = deadlines(routes[draft.routeId], wire.deadlines);
    const url = URL.canParse(address ?? plan.url) ? new URL(address ?? plan.url) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) throw new AppError(notAnAddress);
    return {
      prepared: { ...prepared, plan, outgoing: wire },
      url,
      range: resumeHeaders(part),
      maxBytes: limits?.maxBytes ?? mostBytes,
      mediaFetch: openMediaFetch(connection, sources, { clock, signal }),
    };
  }

  #report(part: PartialFile, stage: DownloadProgress['stage'], note: string | null): void {
    const now = this.#parts.clock.monotonic();
    if (stage === this.#stage && now - this.#reportedMs < reportMs) return;
    this.#stage = stage;
    this.#reportedMs = now;
    this.#request.onProgress?.({
      exchangeId: this.#exchangeIds.at(-1) ?? null,
      stage,
      receivedBytes: part.sizeBytes,
      totalBytes: part.note?.totalBytes ?? null,
      attempt: this.#attempt,
      note,
    });
  }

  #keep(part: PartialFile): Promise<FileRef> {
    const { draft, name } = this.#request;
    const { mediaType = 'application/octet-stream', ending = 'bin', name: theirs = null } = part.note ?? {};
    const stem = nameStem(name ?? theirs ?? draft.params.task_id ?? '') || draft.routeId;
    return part.keep({ name: `${stem}.${ending}`, type: mediaType });
  }
}

const notSendable = failure('bad-draft', "This route can't be downloaded from, because it doesn't use GET.", {
  hint: 'Select another route.',
});
const notAnAddress = failure('bad-draft', "The URL of the file isn't a web address.", {
  hint: 'Refresh the task. The gateway may return another URL.',
});
