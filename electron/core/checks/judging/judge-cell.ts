import type { PlannedCell } from '#shared/contract/checks.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { Control } from '../control.ts';
import { type Judgement, judgeFailure, unproven } from './judge-failure.ts';
import { judgeAccepted, judgeRefusal } from './judge-refusal.ts';
import type { Observation } from './observation.ts';

/**
 * The verdict on one probe, with the sentence that says what was seen, what it proves and what to do.
 *
 * @param control what came of a path that cannot exist; only for a probe that is made to be refused.
 */
export function judgeCell(
  cell: Pick<PlannedCell, 'routeId' | 'action' | 'model'>,
  seen: Observation,
  control: Control | null,
): Judgement {
  const { error, state } = seen.end;
  if (state === 'cancelled') return { ...unproven, verdict: 'not-tried', sentence: 'Stopped before it was answered.' };
  if (error?.code === 'empty' && isListing(cell.routeId)) return emptyListing;
  if (cell.action === 'refusal')
    return error ? judgeRefusal(cell, seen, error, control) : judgeAccepted(cell, seen, control);
  return error ? judgeFailure(seen, error) : judgeAnswer(cell, seen);
}

const isListing = (routeId: RouteId): boolean => /models$/.test(routes[routeId].reader);
const emptyListing: Judgement = {
  proof: 'answered',
  stage: null,
  verdict: 'works-with-warnings',
  sentence: 'The key is accepted, and the list is empty: no model is open to it.',
};

function judgeAnswer({ routeId }: Pick<PlannedCell, 'routeId'>, seen: Observation): Judgement {
  const kind = routes[routeId].reader;
  const isMedia = (kind === 'speech' || kind === 'video') && /^(?:audio|video)\//.test(seen.mediaType ?? '');
  if (!holdsExpected(kind, seen.partTypes) && !isMedia)
    return {
      ...unproven,
      verdict: 'shape-unexpected',
      sentence: `The route answered with status ${seen.status}, but without ${expectedName(kind)}: most programs would find nothing in it.`,
    };
  if (kind === 'frames' && !seen.partTypes.includes('text-delta'))
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works',
      sentence: 'The gateway made a session with this key and this model. It was only opened: nothing was generated.',
    };
  // A check asks for as few tokens as it can: that a reply stops there is what was asked for.
  const unexpected = seen.warnings.find(({ code }) => code !== 'retried' && code !== 'cut-short');
  if (unexpected)
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works-with-warnings',
      sentence: `It answered. ${unexpected.message}`,
    };
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works',
    sentence: `It answered with ${expectedName(kind)}${seen.streamed ? ', as a stream' : ''}.`,
  };
}

type PartType = Part['type'];

const said: readonly PartType[] = [
  'text-delta',
  'text-final',
  'reasoning-delta',
  'refusal-delta',
  'tool-call',
  'image',
  'audio',
  'item',
];

/** What an answer of each kind must hold to be one: any of these parts. */
const expected: Readonly<Record<ReaderKind, readonly PartType[]>> = {
  chat: said,
  responses: said,
  compact: [...said, 'raw-event'],
  native: said,
  models: ['models'],
  'native-models': ['models'],
  embeddings: ['vector'],
  images: ['image', 'file'],
  edits: ['text-delta', 'text-final', 'raw-event'],
  transcript: ['text-delta', 'text-final'],
  speech: ['audio', 'file'],
  rerank: ['ranking'],
  task: ['task-state'],
  video: ['file'],
  frames: ['raw-event', ...said],
  anything: [...said, 'raw-event', 'file'],
};

const names: Readonly<Record<ReaderKind, string>> = {
  chat: 'text',
  responses: 'text',
  compact: 'a compacted conversation',
  native: 'text',
  models: 'a list of models',
  'native-models': 'a list of models',
  embeddings: 'a vector',
  images: 'an image',
  edits: 'text',
  transcript: 'a transcript',
  speech: 'sound',
  rerank: 'a ranking',
  task: 'a task',
  video: 'a film',
  frames: 'a session',
  anything: 'an answer',
};

/** Whether an answer holds what its kind is for. */
const holdsExpected = (kind: ReaderKind, partTypes: readonly string[]): boolean =>
  expected[kind].some((type) => partTypes.includes(type));

/** What an answer of that kind should hold, for a sentence. */
const expectedName = (kind: ReaderKind): string => names[kind];
