import type { Failure, RunState, SentFlag } from '#shared/protocol/failure.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';

/** What came back, as far as it came. */
export interface RequestAnswer {
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

export const noAnswer: RequestAnswer = {
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
export function foldAnswer(answer: RequestAnswer, part: Part): RequestAnswer {
  switch (part.type) {
    case 'run-start':
      return { ...answer, exchangeId: part.exchangeId };
    case 'answer-start':
      return { ...answer, status: part.status };
    case 'progress':
      return { ...answer, receivedBytes: part.receivedBytes ?? answer.receivedBytes };
    case 'raw-event':
      return { ...answer, pieces: [...answer.pieces, { name: part.name, data: part.data }] };
    case 'text-delta': {
      // A text without a shape comes in pieces of its own.
      const last = answer.pieces.at(-1);
      const grown = { name: null, data: `${last?.data ?? ''}${part.text}` };
      return { ...answer, pieces: [...answer.pieces.slice(0, -1), grown] };
    }
    case 'file':
      return { ...answer, files: [...answer.files, part.ref] };
    case 'warning':
      return { ...answer, warnings: [...answer.warnings, part.message] };
    case 'run-end': {
      const { state, error, sent, timeline } = part;
      return { ...answer, state, failure: error, sent, endMs: timeline.endMs };
    }
    default:
      return answer;
  }
}
