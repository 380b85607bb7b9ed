import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { finishMeaning } from '../../readers/parts/finish-reasons.ts';
import { isSamePage } from '../control.ts';
import { absent, type Judgement, judgeFailure, quoteOf, unproven } from './judge-failure.ts';
import { judgeAccepted, judgeRefusal } from './judge-refusal.ts';
import { asksForHandshakeControl, judgeHandshake } from './judge-session.ts';
import type { JudgedCell, JudgingFacts } from './judged-cell.ts';
import type { Observation } from './observation.ts';
import { isAboutPath, judgeUnsupported } from './refusal-causes.ts';

/**
 * Returns whether a real request needs its control: its response may be the one that the gateway gives for every path.
 */
export const asksForControl = ({ routeId }: JudgedCell, seen: Observation): boolean =>
  routes[routeId].transport === 'websocket' ? asksForHandshakeControl(seen) : isPage(seen);

/** Returns the verdict on one probe, with a sentence on what was observed, what it proves and what to do. */
export function judgeCell(cell: JudgedCell, seen: Observation, facts: JudgingFacts): Judgement {
  const { error, state } = seen.end;
  if (state === 'cancelled')
    return { ...unproven, verdict: 'not-tried', sentence: 'Stopped before a response arrived.' };
  if (error?.code === 'empty' && isListing(cell.routeId)) return emptyListing;
  if (error === null) return cell.action === 'refusal' ? judgeAccepted(cell, seen, facts) : judgeAnswer(cell, seen);
  return (
    judgeKnown(cell, seen, error, facts) ??
    (cell.action === 'refusal' ? judgeRefusal(cell, seen, error, facts) : judgeCall(seen, error))
  );
}

/** Returns the verdict on a failure whose cause is known from more than its code; else `null`. */
function judgeKnown(
  cell: JudgedCell,
  seen: Observation,
  error: Failure,
  { control, isAccepted, lacksNative, listFailure }: JudgingFacts,
): Judgement | null {
  const { transport, family } = routes[cell.routeId];
  if (transport === 'websocket')
    return asksForHandshakeControl(seen) ? judgeHandshake(seen, error, control, listFailure) : null;
  if (family === 'native' && lacksNative && (error.code === 'key-style' || error.code === 'auth'))
    return absent(error, 'The native routes accept this key in no header, although /v1 accepts it.');
  // A console answers every unknown GET with its page. If nothing else works, the base URL is wrong.
  if (isPage(seen) && isAccepted && isSamePage(seen, control))
    return absent(error, 'A path that does not exist gets the same page.');
  return judgeUnsupported(cell, error) ?? (isAboutPath(error) ? absent(error, quoteOf(error)) : null);
}

const isPage = ({ end, status }: Observation): boolean =>
  end.error?.code === 'not-json' && status !== null && status < 300;

/** Returns the verdict on a real request that failed. */
function judgeCall(seen: Observation, error: Failure): Judgement {
  const { finishReason } = seen.end;
  // Reasoning models spend the few tokens of a check before the first word.
  const isLimited = error.code === 'empty' && finishReason !== null && finishMeaning(finishReason) === 'limit';
  if (isLimited || ranOut.test(error.gatewayMessage ?? ''))
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works',
      sentence: 'The model ran, and the token limit of the check ended the response before its first word.',
    };
  // The model that was sent is refused by its name, as a value of its field.
  const isModel = error.code === 'parameter' && error.param === 'model';
  return judgeFailure(seen, isModel ? { ...error, code: 'model-not-found' } : error);
}

/** What OpenAI says with status 400 when reasoning used up the limit. */
const ranOut = /could not finish the message because max_tokens or model output limit was reached/i;

const isListing = (routeId: RouteId): boolean => /models$/.test(routes[routeId].reader);
const emptyListing: Judgement = {
  proof: 'answered',
  stage: null,
  verdict: 'works-with-warnings',
  sentence: 'The gateway accepted the key, but lists no models for it.',
};

function judgeAnswer({ routeId }: JudgedCell, seen: Observation): Judgement {
  const kind = routes[routeId].reader;
  const { parts, name } = expected[kind];
  if (!parts.some((type) => seen.partTypes.includes(type)))
    return {
      ...unproven,
      verdict: 'shape-unexpected',
      sentence: `The route answered with status ${seen.status}, but the response doesn't contain ${name}.`,
    };
  if (kind === 'frames' && !seen.partTypes.includes('text-delta'))
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works',
      sentence: 'The gateway created a session with this key and this model. Nothing was generated.',
    };
  // A check requests as few tokens as possible, so a reply that stops there is expected.
  const unexpected = seen.warnings.find(({ code }) => code !== 'retried' && code !== 'cut-short');
  if (unexpected)
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works-with-warnings',
      sentence: `The route responded. ${unexpected.message}`,
    };
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works',
    sentence: `The route returned ${name}${seen.streamed ? ' as a stream' : ''}.`,
  };
}

type PartType = Part['type'];

const textParts: readonly PartType[] = [
  'text-delta',
  'text-final',
  'reasoning-delta',
  'refusal-delta',
  'tool-call',
  'image',
  'audio',
  'item',
];

/** What a response of each kind must contain (any of these parts), and its name in a sentence. */
const expected: Readonly<Record<ReaderKind, { parts: readonly PartType[]; name: string }>> = {
  chat: { parts: textParts, name: 'text' },
  responses: { parts: textParts, name: 'text' },
  compact: { parts: [...textParts, 'raw-event'], name: 'a compacted conversation' },
  native: { parts: textParts, name: 'text' },
  models: { parts: ['models'], name: 'a model list' },
  'native-models': { parts: ['models'], name: 'a model list' },
  embeddings: { parts: ['vector'], name: 'a vector' },
  images: { parts: ['image', 'file'], name: 'an image' },
  edits: { parts: ['text-delta', 'text-final', 'raw-event'], name: 'text' },
  transcript: { parts: ['text-delta', 'text-final'], name: 'a transcript' },
  speech: { parts: ['audio', 'file'], name: 'audio' },
  rerank: { parts: ['ranking'], name: 'a ranking' },
  task: { parts: ['task-state'], name: 'a task' },
  video: { parts: ['file'], name: 'a video' },
  frames: { parts: ['raw-event', ...textParts], name: 'a session' },
  anything: { parts: [...textParts, 'raw-event', 'file'], name: 'a response' },
};
