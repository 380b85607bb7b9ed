import type { PlannedCell } from '#shared/contract/checks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { withoutPaths } from '../../readers/classify.ts';
import { contentRefusals } from '../../store/records/planned-refusal.ts';
import { type Control, isSameRefusal } from '../control.ts';
import { impossibleId, probeOf } from '../probes/probes.ts';
import { type Judgement, judgeFailure, unproven } from './judge-failure.ts';
import type { Observation } from './observation.ts';

/**
 * Returns the verdict on one probe, with a sentence on what was observed, what it proves and what to do.
 *
 * @param control result for a path that cannot exist; only for a probe that is expected to be refused.
 */
export function judgeCell(
  cell: Pick<PlannedCell, 'routeId' | 'action' | 'model'>,
  seen: Observation,
  control: Control | null,
): Judgement {
  const { error, state } = seen.end;
  if (state === 'cancelled')
    return { ...unproven, verdict: 'not-tried', sentence: 'Stopped before a response arrived.' };
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
  sentence: 'The gateway accepted the key, but lists no models for it.',
};

function judgeAnswer({ routeId }: Pick<PlannedCell, 'routeId'>, seen: Observation): Judgement {
  const kind = routes[routeId].reader;
  const isMedia = (kind === 'speech' || kind === 'video') && /^(?:audio|video)\//.test(seen.mediaType ?? '');
  const { parts, name } = expected[kind];
  if (!parts.some((type) => seen.partTypes.includes(type)) && !isMedia)
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

type JudgedCell = Pick<PlannedCell, 'routeId' | 'model'>;

const asksForTask = ({ routeId }: JudgedCell): boolean => /\{(?:task_id|video_id)\}/.test(routes[routeId].path);

/**
 * Returns the verdict on a request that was refused as expected. The refusal proves the route only when its message is
 * about the request, and a path that cannot exist is refused differently.
 */
function judgeRefusal(cell: JudgedCell, seen: Observation, error: Failure, control: Control | null): Judgement {
  // A plain 500: a gateway's reaction to a deliberately invalid request says nothing about its health.
  const isCrash = error.status === 500 && (error.code === 'server' || error.code === 'upstream');
  if (isModelRefused(cell, error)) return judgeFailure(seen, { ...error, code: 'model-not-found' });
  if (!contentRefusals.has(error.code) && !isCrash) return judgeFailure(seen, error);
  const quoted = error.gatewayMessage === null ? '' : ` The gateway said: “${error.gatewayMessage}”`;
  if (isSameRefusal(error, control)) return judgeSame(cell, error, quoted);
  const isForTask = asksForTask(cell);
  if (isForTask && isAboutTask(error)) return exists(foundNoTask);
  const { lacks } = probeOf(cell.routeId, cell.model ?? '', 'free');
  if (error.code !== 'not-found' && isAboutRequest(error, lacks))
    return exists(
      `The route exists: the gateway rejected an incomplete request because of its content${error.param ? ` (${error.param})` : ''}, not because of the key. Nothing was generated.`,
    );
  if (isForTask)
    return unclear(
      `The result needs a real task ID: the response (${statusOf(error)}) doesn't mention a task.${quoted}`,
    );
  return unclear(
    `The response to an incomplete request (${statusOf(error)}) doesn't mention what is missing, so it proves nothing.${quoted}`,
  );
}

const foundNoTask =
  'The route exists: the gateway looked for a task that does not exist, and did not reject the key. Nothing was generated.';

const statusOf = ({ status }: Failure): string => (status === null ? 'no status' : `status ${status}`);

/** Returns the verdict when the control was refused in the same way. */
function judgeSame(cell: JudgedCell, error: Failure, quoted: string): Judgement {
  const same = `A path that does not exist gets the same response (${statusOf(error)})`;
  if (error.code === 'server' || error.code === 'upstream')
    return {
      ...unproven,
      verdict: 'upstream-down',
      sentence: `${same}, so the gateway fails for every request.${quoted}`,
    };
  if (error.code === 'not-found' && !asksForTask(cell)) return absent(error, quoted);
  return unclear(`${same}, so it proves nothing about this route.${quoted}`);
}

/**
 * Returns whether the route exists and checked the model. A route with the model in its path has no other wording for
 * it.
 */
const isModelRefused = ({ routeId }: JudgedCell, { code, param, type, gatewayMessage }: Failure): boolean =>
  (code === 'parameter' && param === 'model') ||
  (code === 'route-absent' && /unsupported endpoint/i.test(gatewayMessage ?? '')) ||
  (code === 'not-found' &&
    type === 'NOT_FOUND' &&
    /not found/i.test(gatewayMessage ?? '') &&
    routes[routeId].path.includes('{model}'));

/** Returns the verdict when a request that should have been refused succeeded. */
function judgeAccepted(cell: JudgedCell, seen: Observation, control: Control | null): Judgement {
  if (control !== null && control.failure === null)
    return {
      ...unproven,
      verdict: 'shape-unexpected',
      sentence: `The gateway accepted this request with status ${seen.status}, but also a request for a path that does not exist, so this proves nothing.`,
    };
  const what = asksForTask(cell) ? 'a request for a task that does not exist' : 'an incomplete request';
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works-with-warnings',
    sentence: `The route exists, but the gateway accepted ${what} with status ${seen.status}. It may have generated something.`,
  };
}

const exists = (sentence: string): Judgement => ({ proof: 'refused', stage: null, verdict: 'exists', sentence });
const unclear = (sentence: string): Judgement => ({ ...unproven, verdict: 'unclear', sentence });
const absent = (error: Failure, quoted: string): Judgement => ({
  ...unproven,
  verdict: 'route-absent',
  sentence: `The gateway does not have this route (${statusOf(error)}).${quoted}`,
});

/** Returns the texts of a refusal: its message and its code, `task_not_exist` as `task not exist`. */
const wordsOf = ({ gatewayMessage, gatewayCode }: Failure): string[] =>
  [withoutPaths(gatewayMessage ?? ''), gatewayCode ?? ''].map((text) => text.replaceAll('_', ' '));

/** Terms used by a router, which never looked at the request itself. */
const ofRouter = /\b(?:route|router|endpoint|path|url|uri|api|page|method|model|provider|deployment)\b|路由|接口|页面/i;

const missing =
  "(?:not (?:be )?found|not exists?|(?:does|do|did)(?: not|n['’]t) exist|unknown|not known|invalid|expired|no longer exists?)";
const task = '(?:tasks?|videos?|jobs?|generations?)(?: ids?)?';
const ofTask = [
  // "Task with id x was not found", "video not exist"
  new RegExp(`\\b${task}(?: [^\\s.;:]+){0,5}? (?:is |was |has )?${missing}\\b`, 'i'),
  // "No such task", "Invalid video id", "could not find the job"
  new RegExp(`\\b(?:no such|unknown|invalid|non-?existent|(?:not|n['’]t|cannot) find)(?: \\w+)? ${task}\\b`, 'i'),
  new RegExp(`\\bno ${task} (?:with|for|by|found)\\b`, 'i'),
  /(?:任务|视频|作业).{0,12}(?:不存在|未找到|找不到|无效|已过期)|(?:未找到|找不到|无效的|不存在的)(?:任务|视频|作业)/,
];
const isMissing = new RegExp(`\\b(?:no such|${missing})\\b|不存在|未找到`, 'i');

/**
 * Returns whether a refusal says that there is no such task, which only a route that looked for it can know. A gateway
 * without the route also says a bare "Not found", in any format.
 */
function isAboutTask(refusal: Failure): boolean {
  return wordsOf(refusal).some(
    (text) =>
      !ofRouter.test(text) &&
      (ofTask.some((words) => words.test(text)) || (text.includes(impossibleId) && isMissing.test(text))),
  );
}

/**
 * Returns whether a refusal names what the request lacks. A refusal by a router, or of the key in other words than a
 * status, names none of it.
 *
 * @param lacks names of the fields that were left out or left empty.
 */
function isAboutRequest(refusal: Failure, lacks: readonly string[]): boolean {
  const fields = new RegExp(`(?:^|[^a-z])(?:${lacks.join('|')})s?(?![a-z])`, 'i');
  return lacks.length > 0 && [...wordsOf(refusal), refusal.param ?? ''].some((text) => fields.test(text));
}
