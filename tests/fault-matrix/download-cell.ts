import { askedOf, sendAll, sendRest } from '../support/gateways/video-responses.ts';
import { type Cell, type CellOutcome, failed, type PlayedCell } from './cell.ts';
import type { DownloadForm } from './download-forms.ts';
import type { Give } from './task-gateway.ts';

export type DownloadCell = Cell & { forms?: readonly DownloadForm[] };

const column = 'download';

export const played = (
  row: number,
  fault: string,
  outcome: CellOutcome,
  forms: readonly DownloadForm[],
  note?: string,
): PlayedCell & { forms: readonly DownloadForm[] } => ({
  ...{ part: 'network', row, column, fault, outcome, forms },
  ...(note !== undefined && { note }),
});
export const absent = (row: number, why: string): Cell => ({ part: 'network', row, column, absent: why });

/** It pauses until something has changed. */
export const paused = (code: Parameters<typeof failed>[0], known: Parameters<typeof failed>[2] = {}) =>
  failed(code, column, { state: 'paused', retry: 'pause', ...known });

/** The video as it should be returned, from the requested offset. */
export const rest: Give = (request) => {
  const { from } = askedOf(request);
  return from === null ? sendAll(request) : sendRest(request, from);
};

/** Only the first `times` requests meet the fault. */
export const onlyFirst =
  (fault: Give, times = 1): Give =>
  (request, count, gateway) =>
    count <= times ? fault(request, count, gateway) : rest(request, count, gateway);

/** Why there are more attempts than for other requests. */
export const tries =
  'A video may be finished before it can be downloaded: the monitor tries twice, then in three more rounds after 3, 10 and 30 s. That makes seven retries of a harmless GET instead of four.';
export const refusals =
  'Gateways reject the download of a video with any 4xx until it is ready ("Task is not completed yet"), so a rejection counts only after three more rounds.';
