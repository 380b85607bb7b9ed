import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { finishMeaning } from '../../readers/parts/finish-reasons.ts';
import { type Control, isSamePage, isSameRefusal } from '../control.ts';
import { absent, type Judgement, judgeFailure, quoteOf, statusOf, unproven, verdictOfCode } from './judge-failure.ts';
import { isAboutPath, judgeAccepted, judgeRefusal, judgeUnsupported } from './judge-refusal.ts';
import type { JudgedCell, JudgingFacts } from './judged-cell.ts';
import type { Observation } from './observation.ts';

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

/**
 * Refusals of a handshake that may be those of every path: FastAPI refuses an unknown WebSocket with 403 and nothing
 * else, other servers with 400, 404, 426, a redirect, a page, or by closing the connection.
 */
const ambiguous: ReadonlySet<FailureCode> = new Set([
  'rejected',
  'forbidden',
  'not-found',
  'in-band',
  'parameter',
  'redirect',
  'protocol',
  'reset',
]);

/** Returns whether a session was refused in a way that a path that cannot exist may be refused as well. */
export const asksForHandshakeControl = ({ end, status }: Observation): boolean =>
  end.error !== null && status !== 101 && ambiguous.has(end.error.code);

/** Returns the verdict on a refused handshake that may be refused like every path. */
export function judgeHandshake(
  seen: Observation,
  error: Failure,
  control: Control | null,
  listFailure: Failure | null,
): Judgement {
  if (isSameRefusal(error, control) && !namesKey(error)) {
    const verdict = listFailure === null ? null : verdictOfCode(listFailure.code);
    if (verdict === 'key-refused' || verdict === 'key-missing')
      return {
        ...unproven,
        verdict,
        sentence: `The gateway refused the session (${statusOf(error)}), as it rejects this key on /v1/models.`,
      };
    return absent(error, 'A WebSocket to a path that does not exist is refused in the same way.');
  }
  if (control?.failure != null && error.status === 403 && error.gatewayMessage === null)
    return {
      ...unproven,
      verdict: 'forbidden',
      sentence:
        'The gateway refuses a session on this route (status 403), and other paths in another way: it may not allow realtime with this key or model.',
    };
  return judgeFailure(seen, error);
}

/** A refusal with more than the name of its status: the gateway says what it does not allow. */
const namesKey = ({ code, gatewayMessage }: Failure): boolean =>
  code === 'forbidden' && !/^(?:403 ?)?(?:forbidden|access denied)?\.?$/i.test(gatewayMessage?.trim() ?? '');
