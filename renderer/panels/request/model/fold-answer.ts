import type { Failure, RunState, SentFlag } from '#shared/protocol/failure.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';

/** The response as far as it has arrived. */
export interface RequestResult {
  state: 'running' | RunState;
  exchangeId: string | null;
  status: number | null;
  /** Documents and texts, in order; one per event in a stream. */
  pieces: readonly { name: string | null; data: string }[];
  files: readonly FileRef[];
  warnings: readonly string[];
  receivedBytes: number;
  /** Events of the response on the wire; 0 for a response without any. */
  events: number;
  failure: Failure | null;
  sent: SentFlag | null;
  endMs: number | null;
}

export const noResult: RequestResult = {
  state: 'running',
  exchangeId: null,
  status: null,
  pieces: [],
  files: [],
  warnings: [],
  receivedBytes: 0,
  events: 0,
  failure: null,
  sent: null,
  endMs: null,
};

/** Adds one part to the result. */
export function foldResult(result: RequestResult, part: Part): RequestResult {
  switch (part.type) {
    case 'run-start':
      return { ...result, exchangeId: part.exchangeId };
    case 'answer-start':
      return { ...result, status: part.status };
    case 'progress':
      return {
        ...result,
        receivedBytes: part.receivedBytes ?? result.receivedBytes,
        events: part.events ?? result.events,
      };
    case 'raw-event':
      return { ...result, pieces: [...result.pieces, { name: part.name, data: part.data }] };
    case 'text-delta': {
      // Text outside of events arrives in chunks and is joined.
      const last = result.pieces.at(-1);
      const grown = { name: null, data: `${last?.data ?? ''}${part.text}` };
      return { ...result, pieces: [...result.pieces.slice(0, -1), grown] };
    }
    case 'file':
      return { ...result, files: [...result.files, part.ref] };
    case 'warning':
      return { ...result, warnings: [...result.warnings, part.message] };
    case 'run-end': {
      const { state, error, sent, timeline } = part;
      return { ...result, state, failure: error, sent, endMs: timeline.endMs, events: part.events ?? result.events };
    }
    default:
      return result;
  }
}
