import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';

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
export const holdsExpected = (kind: ReaderKind, partTypes: readonly string[]): boolean =>
  expected[kind].some((type) => partTypes.includes(type));

/** What an answer of that kind should hold, for a sentence. */
export const expectedName = (kind: ReaderKind): string => names[kind];
