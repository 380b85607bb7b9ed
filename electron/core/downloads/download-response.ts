import type { Buffer } from 'node:buffer';
import { formatCount } from '#shared/format.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import { release } from '../http/pull.ts';
import type { HttpResponse, TransportEnding } from '../http/response.ts';
import type { PartialFile } from '../ports.ts';
import { openReader } from '../readers/open-reader.ts';
import type { ResponseHead } from '../readers/reader.ts';
import {
  announcedBytes,
  contentRangeOf,
  isEncoded,
  isOtherFile,
  supportsRanges,
  validatorOf,
} from './content-range.ts';

/** The result of one download response. */
export interface TryResult {
  /** Every byte of the file was received. */
  isWhole: boolean;
  /** Why not, or `null`. */
  failure: Failure | null;
  /** A retry may get the rest. */
  canRetry: boolean;
  /** Something the user should know, as a sentence. */
  remark: string | null;
  /** The size of the file is unknown. */
  isUnchecked: boolean;
}

export interface TakeInput {
  answer: HttpResponse;
  part: PartialFile;
  /** Called with every chunk of the body, whatever it is. */
  onBytes(bytes: Buffer): void;
  /** File name from the server; `null` without one. */
  name: string | null;
  /** Size limit of the whole file. */
  maxBytes: number;
}

/** Returns true for transient failures: of the network, or of a server that gave up in between. */
export const isPassing = ({ code, status }: Failure): boolean => outcomes[code].passes && status !== 501;

const enough = { isWhole: false, canRetry: false, remark: null, isUnchecked: false };
/** A response that is not media is read up to here for its message. */
const wordsBytes = 1024 * 1024;

/**
 * Writes the bytes of a response into the partial file. A range is only appended when the server confirms its offset; a
 * whole file replaces what was there.
 *
 * @throws AppError `storage` or `too-large`: the disk does not take more.
 */
export function takeResponse(input: TakeInput): Promise<TryResult> {
  const { status } = input.answer;
  if (status === 206) return takeRange(input);
  if (status === 416) return takeEmptyRange(input);
  return takeFile(input);
}

/** 206: the rest, or part of it. */
async function takeRange(input: TakeInput): Promise<TryResult> {
  const { answer: response, part } = input;
  const range = contentRangeOf(response.headers);
  const known = part.note;
  if (part.sizeBytes === 0 && range?.bytes?.start === 0) return takeFile(input);
  if (known === null || isOtherFile(response.headers, known)) return beginAgain(input, changed);
  const fits =
    range?.bytes?.start === part.sizeBytes &&
    !isEncoded(response.headers) &&
    (range.totalBytes === null || known.totalBytes === null || range.totalBytes === known.totalBytes);
  if (!fits) return beginAgain(input, 'The server sent a different range than requested, so the download starts over.');
  await part.annotate({ ...known, totalBytes: known.totalBytes ?? range.totalBytes });
  for await (const bytes of response.body) {
    input.onBytes(bytes);
    await part.write(bytes);
    release(bytes);
  }
  return judged(input, response.ending());
}

const changed = 'The file changed on the server, so the download starts over.';

/** 416: no bytes remain after those stored, so the file is complete, or it is another file. */
async function takeEmptyRange(input: TakeInput): Promise<TryResult> {
  const { answer: response, part } = input;
  const total = contentRangeOf(response.headers)?.totalBytes ?? null;
  const isWhole =
    part.note !== null &&
    part.sizeBytes > 0 &&
    total === part.sizeBytes &&
    (part.note.totalBytes ?? total) === total &&
    !isOtherFile(response.headers, part.note);
  if (!isWhole) return beginAgain(input, "The server doesn't have the requested range, so the download starts over.");
  for await (const bytes of response.body) input.onBytes(bytes);
  return { ...enough, isWhole, failure: null };
}

async function beginAgain({ answer: response, part }: TakeInput, remark: string): Promise<TryResult> {
  response.close();
  await part.restart();
  const found = failure('protocol', remark, { status: response.status, retryable: true });
  return { ...enough, failure: found, canRetry: true, remark };
}

/** 200, a first range, or a refusal. */
async function takeFile(input: TakeInput): Promise<TryResult> {
  const { answer: response, part } = input;
  const { status, statusText, headers } = response;
  const isMedia = status < 300;
  const totalBytes = isMedia ? lengthOf(response) : null;
  if (totalBytes !== null && totalBytes > input.maxBytes) throw new AppError(tooLarge(totalBytes, input.maxBytes));
  let remark: string | null = null;
  let isBegun = false;
  /** Only media replaces what is stored: an error page or an empty response leaves it unchanged. */
  const beginWith = async (media: { mediaType: string; ending: string }) => {
    if (part.sizeBytes > 0) {
      const wasOther = part.note !== null && isOtherFile(headers, part.note);
      remark = wasOther ? changed : "The server doesn't support ranges, so the download starts over.";
      await part.restart();
    }
    await begin(input, media);
    isBegun = true;
  };
  let waiting: Uint8Array[] = [];
  const head: ResponseHead = { status, statusText, headers, streamAsked: true };
  const reader = openReader('video', head, { onMedia: (bytes) => waiting.push(bytes) });
  let readBytes = 0;
  const write = async () => {
    const { media } = reader;
    if (media === null) return;
    if (!isBegun) await beginWith(media);
    for (const bytes of waiting) await part.write(bytes);
    waiting = [];
  };
  for await (const bytes of response.body) {
    input.onBytes(bytes);
    readBytes += bytes.length;
    // Bytes that could not be decoded are not media, whatever they look like.
    if (response.decoded) reader.read(bytes);
    await write();
    if (reader.media !== null) release(bytes);
    if (reader.media === null && readBytes > wordsBytes) break;
  }
  const ending = reader.end();
  await write();
  if (reader.media === null) {
    const transport = response.ending();
    const found =
      transport.kind === 'broken' && isMedia
        ? transport.failure
        : (ending.error ?? failure('empty', 'The server sent an empty file.'));
    return { ...enough, failure: found, canRetry: isPassing(found), remark };
  }
  return { ...(await judged(input, response.ending())), remark };
}

/** Returns the size of the whole file; `null` when the server does not say. */
const lengthOf = ({ status, headers }: HttpResponse): number | null =>
  status === 206 ? (contentRangeOf(headers)?.totalBytes ?? null) : announcedBytes(headers);

async function begin({ answer: response, part, name }: TakeInput, media: { mediaType: string; ending: string }) {
  const { status, headers } = response;
  const totalBytes = lengthOf(response);
  const { mediaType, ending } = media;
  const inPieces = !isEncoded(headers) && (status === 206 || supportsRanges(headers));
  await part.annotate({ validator: validatorOf(headers), inPieces, totalBytes, mediaType, ending, name });
}

/** Judges completeness by the declared size and by how the transfer ended. */
async function judged({ part, answer: response }: TakeInput, ending: TransportEnding): Promise<TryResult> {
  if (ending.kind === 'broken') return { ...enough, failure: ending.failure, canRetry: isPassing(ending.failure) };
  if (ending.kind === 'left') throw new AppError(failure('aborted', 'The download was stopped.'));
  const total = part.note?.totalBytes ?? null;
  if (ending.kind === 'surplus' || (total !== null && part.sizeBytes > total)) {
    await part.restart();
    return { ...enough, failure: surplus(response.status) };
  }
  if (total === null || part.sizeBytes === total)
    return { ...enough, isWhole: true, failure: null, isUnchecked: total === null && ending.kind === 'unchecked' };
  return { ...enough, failure: cut(part.sizeBytes, total), canRetry: true };
}

const tooLarge = (sizeBytes: number, limitBytes: number): Failure =>
  failure(
    'too-large',
    `The file has ${formatCount(sizeBytes)} bytes, which is over the limit of ${formatCount(limitBytes)}.`,
    {
      effect: 'not-saved',
      hint: 'Request a smaller file.',
    },
  );

const surplus = (status: number): Failure =>
  failure('truncated', "The server sent more bytes than it declared, so the file can't be trusted.", {
    effect: 'not-saved',
    hint: 'Download it again; a proxy may have changed the length.',
    status,
    retryable: true,
  });

const cut = (sizeBytes: number, totalBytes: number): Failure =>
  failure('truncated', `The download ended after ${formatCount(sizeBytes)} of ${formatCount(totalBytes)} bytes.`, {
    retryable: true,
  });
