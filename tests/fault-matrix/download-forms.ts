import type { TaskDetail } from '#shared/contract/tasks.ts';
import type { FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import { json, type Received, respond } from '../support/exchange/wire-server.ts';
import type { Door } from '../support/gateways/doors.ts';
import { breakOff, head, video, videoHeaders } from '../support/gateways/video-responses.ts';
import type { Give } from './task-gateway.ts';

/** One form of a download fault. The video begins well, and the fault strikes what follows, unless `first` says otherwise. */
export interface DownloadForm {
  name: string;
  /** The first response; half of the video by default. */
  first?: Give;
  /** Every response after the first; `count` counts from 1. */
  give: Give;
  /** How often the video was requested when the fault had its effect; the first time counts. */
  asked: number;
  /** Of those, how many never reached the gateway. */
  unseen?: number;
  /** Bytes stored by then. */
  keptBytes?: number | 'some';
  /** Where it differs from the outcome of the cell. */
  code?: FailureCode;
  sent?: SentFlag;
  /** The task's own code for it, where that is more specific. */
  result?: TaskDetail['result']['state'];
  door?: Door;
  /** Milliseconds. */
  deadlines?: { headersMs?: number; idleMs?: number };
  /** Rounds of tries after the first one: hanging takes its time. */
  rounds?: number;
  warning?: WarningCode;
  /** The requested byte offset of each try. */
  froms?: readonly (number | null)[];
  /** The user stops it when bytes have arrived: the task, or the running exchange. */
  stops?: 'task' | 'exchange';
}

/** Half of the video, and then the end of the connection. */
export const halfBytes = 100_000;
export const half: Give = (request) => breakOff(request, halfBytes);

/** Answers everything with the same bytes. */
export const bytes =
  (answer: string | Uint8Array): Give =>
  ({ socket }) =>
    socket.write(answer);

export const text = (body: string, headers: Record<string, string> = {}, status = 200): Give =>
  bytes(respond(status, headers, body));

/** Rejects with a status, in the words of a gateway. */
export const refusal = (
  status: number,
  error: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Give =>
  bytes(
    respond(
      status,
      { 'content-type': 'application/json', ...headers },
      JSON.stringify({ error: { message: 'the reason', ...error } }),
    ),
  );

/** A part of the video, labeled with `headers`. */
export const piece = (
  { socket }: Pick<Received, 'socket'>,
  headers: Record<string, string | number>,
  from: number,
  to = video.length,
): void => {
  socket.write(head(206, { ...videoHeaders, 'content-length': to - from, ...headers }));
  socket.write(video.subarray(from, to));
};

export const rangeFrom = (from: number, to = video.length) => ({
  'content-range': `bytes ${from}-${to - 1}/${video.length}`,
});

export const document = (body: unknown): Give => bytes(json(body));
