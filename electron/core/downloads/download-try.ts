import { Buffer } from 'node:buffer';
import type { Draft } from '#shared/contract/exchanges.ts';
import { AppError, type Failure, type RunState } from '#shared/protocol/failure.ts';
import type { Recorder } from '../exchange/exchange-base.ts';
import type { LiveRun } from '../exchange/live-run.ts';
import { newFacts } from '../exchange/new-facts.ts';
import { openSender } from '../exchange/sender.ts';
import { TimelineRecorder } from '../exchange/timeline.ts';
import { safeName } from '../files/file-names.ts';
import type { HttpResponse } from '../http/response.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import { dispositionName } from '../media/response-file-name.ts';
import type { Clock, PartialFile } from '../ports.ts';
import type { Recording } from '../store/records/exchange-recording.ts';
import { type DownloadQuery, isOwn, sendDownload } from './download-request.ts';
import { isPassing, type TryResult, takeResponse } from './download-response.ts';

export interface DownloadTry {
  id: string;
  /** From 1. */
  attempt: number;
  firstId: string;
  draft: Draft;
  ask: DownloadQuery;
  part: PartialFile;
  live: LiveRun;
  recorder: Recorder;
  pool: SocketPool;
  clock: Clock;
  onReceived(): void;
}

/** The file store holds the media; its first bytes are enough for the record. */
const recordedBytes = 1024 * 1024;

/**
 * Makes one attempt to download a file, or the rest of one, and records it as an exchange. Never rejects. The bytes of
 * the file are stored as received; those in the record are redacted.
 */
export async function tryDownload(input: DownloadTry): Promise<TryResult> {
  const { ask, live, recorder, clock, attempt, firstId } = input;
  const { redactor } = ask.prepared;
  const times = new TimelineRecorder(clock, clock.now());
  const warnings = attempt === 1 ? [] : [{ code: 'retried' as const, message: retried(attempt, firstId, ask) }];
  const facts = newFacts({ ...input, keepDraft: false, prepared: ask.prepared }, clock.now(), warnings, times);
  facts.address = redactor.text(ask.url.href);
  facts.request.headers = isOwn(ask)
    ? [...facts.request.headers, ...redactor.pairs(ask.range)]
    : redactor.pairs([['Host', ask.url.host], ['Accept', '*/*'], ...ask.range]);
  if (!isOwn(ask)) facts.keyAlias = null;
  const recording = await recorder.begin(facts, Buffer.alloc(0), recordedBytes);
  live.emit({ type: 'run-start', exchangeId: input.id, attempt });

  let reply: HttpResponse | null = null;
  let result: TryResult;
  let sent = facts.sent;
  try {
    const found = await sendDownload(ask, openSender(input, times, ask.prepared.outgoing));
    if ('failure' in found) {
      const { failure, passing } = found;
      ({ sent } = found);
      result = { isWhole: false, failure, canRetry: passing || isPassing(failure), remark: null, isUnchecked: false };
    } else {
      reply = found;
      sent = 'answered';
      result = await take(input, recording, reply, times);
    }
  } catch (thrown) {
    const failure = AppError.from(thrown);
    result = { isWhole: false, failure, canRetry: false, remark: null, isUnchecked: false };
  } finally {
    reply?.close();
  }
  return finish(input, recording, result, times, sent);
}

function take(
  input: DownloadTry,
  recording: Recording,
  reply: HttpResponse,
  times: TimelineRecorder,
): Promise<TryResult> {
  const { ask, part, live, recorder } = input;
  const { redactor } = ask.prepared;
  const headers = redactor.pairs(reply.headers);
  const mediaType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const { status, httpVersion } = reply;
  const statusText = redactor.text(reply.statusText);
  const response = { status, statusText, httpVersion, headers, bodyBytes: 0, mediaType };
  recording.update({ status, sent: 'answered', response, timeline: times.timeline });
  recorder.answered(recording);
  live.emit({ type: 'progress', stage: 'receiving' });
  live.emit({ type: 'answer-start', status, streamed: false, requestId: null });
  const clean = redactor.bytes();
  const named = dispositionName(headers);
  // Decoding and sanitizing the name may reveal a key.
  const name = named === null ? null : redactor.text(safeName(named));
  return takeResponse({
    answer: reply,
    part,
    name,
    maxBytes: ask.maxBytes,
    onBytes(bytes) {
      const atMs = times.chunk();
      if (recording.keptBytes < recordedBytes) recording.append(clean.push(bytes), atMs);
      response.bodyBytes += bytes.length;
      input.onReceived();
    },
  });
}

async function finish(
  { id, ask, live, recorder }: DownloadTry,
  recording: Recording,
  result: TryResult,
  times: TimelineRecorder,
  sent: 'not-sent' | 'maybe-processed' | 'answered',
): Promise<TryResult> {
  times.end();
  const { timeline } = times;
  const { warnings, response } = recording.facts;
  if (result.isUnchecked)
    warnings.push({
      code: 'length-unchecked',
      message: "The server didn't declare a length, so the file may be incomplete.",
    });
  if (result.remark !== null) warnings.push({ code: 'retried', message: result.remark });
  const failure = result.failure && { ...ask.prepared.redactor.value(result.failure), exchangeId: id };
  const state = stateOf(result, failure, (response?.bodyBytes ?? 0) > 0 && (response?.status ?? 500) < 300);
  recording.update({
    state,
    failure,
    failureCode: failure?.code ?? null,
    sent,
    timeline,
    durationMs: timeline.endMs,
    sentBytes: timeline.sentBytes,
    receivedBytes: timeline.receivedBytes,
    warnings,
    response,
  });
  await recorder.finish(recording);
  live.emit({ type: 'run-end', state, finishReason: null, sent, error: failure, exchangeId: id, timeline });
  return { ...result, failure };
}

function stateOf({ isUnchecked }: TryResult, failure: Failure | null, hasMore: boolean): RunState {
  if (failure === null) return isUnchecked ? 'done-with-warnings' : 'done';
  if (failure.code === 'aborted') return 'cancelled';
  return hasMore ? 'interrupted' : 'failed';
}

const retried = (attempt: number, firstId: string, { range }: DownloadQuery): string => {
  const from = /\d+/.exec(range[0]?.[1] ?? '')?.[0];
  return `Attempt ${attempt}${from ? `, from byte ${from}` : ''}. The first was request ${firstId}.`;
};
