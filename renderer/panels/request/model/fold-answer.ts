import type { Failure, RunState, SentFlag } from '#shared/protocol/failure.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';

/** What came back, as far as it came. */
export interface RequestResult {
  state: 'running' | RunState;
  exchangeId: string | null;
  status: number | null;
  /** Documents and texts, in order; a stream has one for each event. */
  pieces: readonly { name: string | null; data: string }[];
  files: readonly FileRef[];
  warnings: readonly string[];
  receivedBytes: number;
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
  failure: null,
  sent: null,
  endMs: null,
};

/** Takes one part into the answer. */
export function foldResult(result: RequestResult, part: Part): RequestResult {
  switch (part.type) {
    case 'run-start':
      return { ...result, exchangeId: part.exchangeId };
    case 'answer-start':
      return { ...result, status: part.status };
    case 'progress':
      return { ...result, receivedBytes: part.receivedBytes ?? result.receivedBytes };
    case 'raw-event':
      return { ...result, pieces: [...result.pieces, { name: part.name, data: part.data }] };
    case 'text-delta': {
      // A text without a shape comes in pieces of its own.
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
      return { ...result, state, failure: error, sent, endMs: timeline.endMs };
    }
    default:
      return result;
  }
}
