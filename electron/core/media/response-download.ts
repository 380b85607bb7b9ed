import type { Draft } from '#shared/contract/exchanges.ts';
import { type Failure, failure, type RunState } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { safeName } from '../files/file-names.ts';
import type { Clock } from '../ports.ts';
import type { MediaFile } from '../readers/intake/media-signature.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ResponseFile } from './response-file.ts';
import { responseFileName } from './response-file-name.ts';
import type { OpenResponseFile } from './stored-media.ts';

interface DownloadInput {
  id: string;
  draft: Draft;
  prepared: { redactor: Redactor };
  live: { emit(part: Part): void };
  clock: Clock;
  openFile: OpenResponseFile;
}

interface Outcome {
  state: RunState;
  failure: Failure | null;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Interval between two progress reports. */
const reportMs = 250;

/** Saves the audio or video of one response to a stored file. Responses of other kinds are ignored. */
export class ResponseDownload {
  readonly #input: DownloadInput;
  readonly #file: ResponseFile | null;
  /** A video exists only as its file; speech can be played even when it cannot be stored. */
  readonly #isVideo: boolean;
  #headers: Headers = [];
  #announcedBytes: number | null = null;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(input: DownloadInput) {
    const kind = routes[input.draft.routeId].reader;
    this.#input = input;
    this.#isVideo = kind === 'video' || kind === 'task' || kind === 'anything';
    this.#file = this.#isVideo || kind === 'speech' ? input.openFile(input.id) : null;
  }

  /** Takes the head of the response. */
  begin(headers: Headers): void {
    const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    const length = header('content-length');
    this.#headers = headers;
    // The length of a compressed response says little about the file.
    if (header('content-encoding') === undefined && /^\d{1,15}$/.test(length ?? ''))
      this.#announcedBytes = Number(length);
  }

  take(bytes: Uint8Array): void {
    this.#file?.take(bytes);
  }

  /** Writes what was taken. Resolves with true when reading on is pointless. */
  async write(receivedBytes: number): Promise<boolean> {
    if (this.#file === null) return false;
    await this.#file.drain(this.#announcedBytes);
    this.#report(receivedBytes);
    return this.#isVideo && this.#file.failure !== null;
  }

  #report(receivedBytes: number): void {
    const now = this.#input.clock.monotonic();
    if (!this.#isVideo || now - this.#reportedMs < reportMs) return;
    this.#reportedMs = now;
    const total = this.#announcedBytes === null ? {} : { totalBytes: this.#announcedBytes };
    this.#input.live.emit({ type: 'progress', stage: 'receiving', receivedBytes, ...total });
  }

  /** Names the file. The outcome of the response changes when a video could not be stored. */
  async end(outcome: Outcome, media: MediaFile | null): Promise<Outcome & { parts: Part[] }> {
    const { state, failure: found } = outcome;
    if (this.#file === null || media === null) {
      await this.drop();
      return { state, failure: found, parts: [] };
    }
    const isWhole = (state === 'done' || state === 'done-with-warnings') && this.#file.failure === null;
    const ref = await this.#file.keep(this.#name(media, !isWhole), media);
    const parts: Part[] = ref === null ? [] : [{ type: 'file', ref, ...(isWhole ? {} : { partial: true as const }) }];
    const trouble = this.#file.failure;
    if (trouble === null) return { state, failure: found, parts };
    if (this.#isVideo)
      return { state: ref ? 'interrupted' : 'failed', failure: notStored(trouble, ref !== null), parts };
    const message = `The audio was not fully stored: ${trouble.message} It is in the recorded response.`;
    const warned: RunState = state === 'done' ? 'done-with-warnings' : state;
    return { state: warned, failure: found, parts: [...parts, { type: 'warning', code: 'not-kept', message }] };
  }

  #name(media: MediaFile, isPartial: boolean): string {
    const { draft, prepared } = this.#input;
    const name = responseFileName({ draft, headers: this.#headers, ending: media.ending, isPartial });
    // The final name: sanitizing removes characters that may hide a key.
    return prepared.redactor.text(safeName(name));
  }

  /** Removes what was written and not saved. Does not reject. */
  async drop(): Promise<void> {
    await this.#file?.drop();
  }
}

const notStored = (trouble: Failure, isKept: boolean): Failure =>
  failure(trouble.code, `The download stopped: ${trouble.message}`, {
    effect: isKept ? 'arrived-kept' : 'not-saved',
    hint: 'Free some disk space, then download again.',
    retryable: true,
  });
