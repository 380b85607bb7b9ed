import type { PlannedCell } from '#shared/contract/checks.ts';
import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { withoutPaths } from '../../readers/failures/without-paths.ts';
import { type Control, isSameRefusal } from '../control.ts';
import { impossibleId, probeOf } from '../probes/probes.ts';
import { type Judgement, judgeFailure, unproven } from './judge-failure.ts';
import type { Observation } from './observation.ts';

type JudgedCell = Pick<PlannedCell, 'routeId' | 'model'>;

/** Failures of a gateway that looked at the request, or of one that has no such route: the words decide which. */
const ambiguous: ReadonlySet<FailureCode> = new Set([
  'parameter',
  'rejected',
  'moderated',
  'unsupported-media',
  'too-big-for-server',
  'in-band',
  'not-found',
]);

const asksForTask = ({ routeId }: JudgedCell): boolean => /\{(?:task_id|video_id)\}/.test(routes[routeId].path);

/**
 * The verdict on a request that was made to be refused, and was. It proves the route only when its words speak of what was
 * asked for, and a path that cannot exist is refused in another way.
 */
export function judgeRefusal(cell: JudgedCell, seen: Observation, error: Failure, control: Control | null): Judgement {
  // A plain 500: what the gateway makes of a request that was meant to be wrong says nothing of its health.
  const isCrash = error.status === 500 && (error.code === 'server' || error.code === 'upstream');
  if (isModelRefused(cell, error)) return judgeFailure(seen, { ...error, code: 'model-not-found' });
  if (!ambiguous.has(error.code) && !isCrash) return judgeFailure(seen, error);
  const said = error.gatewayMessage === null ? '' : ` It said: “${error.gatewayMessage}”`;
  if (isSameRefusal(error, control)) return judgeSame(cell, error, said);
  const isForTask = asksForTask(cell);
  if (isForTask && isAboutTask(error)) return exists(foundNoTask);
  const { lacks } = probeOf(cell.routeId, cell.model ?? '', 'free');
  if (error.code !== 'not-found' && isAboutRequest(error, lacks))
    return exists(
      `The gateway refused an incomplete request for its content${error.param ? ` (${error.param})` : ''}, and did not reject the key: the route exists. Nothing was generated.`,
    );
  if (isForTask)
    return unclear(`Unknown without a real id: the response ${statusOf(error)} does not mention a task.${said}`);
  return unclear(
    `An incomplete request got ${statusOf(error)}, which does not mention what the request lacks, so it proves nothing.${said}`,
  );
}

const foundNoTask =
  'The gateway looked for a task that cannot exist and did not find it, and did not reject the key: the route exists. Nothing was generated.';

const statusOf = ({ status }: Failure): string => (status === null ? 'without a status' : `status ${status}`);

/** The control was refused in the same way. */
function judgeSame(cell: JudgedCell, error: Failure, said: string): Judgement {
  const same = `A path that cannot exist gets the same response (${statusOf(error)})`;
  if (error.code === 'server' || error.code === 'upstream')
    return {
      ...unproven,
      verdict: 'upstream-down',
      sentence: `${same}: the gateway fails whatever it is asked.${said}`,
    };
  if (error.code === 'not-found' && !asksForTask(cell)) return absent(error, said);
  return unclear(`${same}, so it proves nothing about this route.${said}`);
}

/** The route is there and looked at the model. A route that names the model in its path has no other words for it. */
const isModelRefused = ({ routeId }: JudgedCell, { code, param, type, gatewayMessage }: Failure): boolean =>
  (code === 'parameter' && param === 'model') ||
  (code === 'route-absent' && /unsupported endpoint/i.test(gatewayMessage ?? '')) ||
  (code === 'not-found' &&
    type === 'NOT_FOUND' &&
    /not found/i.test(gatewayMessage ?? '') &&
    routes[routeId].path.includes('{model}'));

/** A request that should have been refused was answered. */
export function judgeAccepted(cell: JudgedCell, seen: Observation, control: Control | null): Judgement {
  if (control !== null && control.failure === null)
    return {
      ...unproven,
      verdict: 'shape-unexpected',
      sentence: `The gateway accepted this request with status ${seen.status}, and one for a path that cannot exist as well: what it accepts proves nothing.`,
    };
  const what = asksForTask(cell) ? 'a request for a task that cannot exist' : 'an incomplete request';
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works-with-warnings',
    sentence: `The gateway accepted ${what} with status ${seen.status}: it may have generated something. The route exists.`,
  };
}

const exists = (sentence: string): Judgement => ({ proof: 'refused', stage: null, verdict: 'exists', sentence });
const unclear = (sentence: string): Judgement => ({ ...unproven, verdict: 'unclear', sentence });
const absent = (error: Failure, said: string): Judgement => ({
  ...unproven,
  verdict: 'route-absent',
  sentence: `The gateway has no such route (${statusOf(error)}).${said}`,
});

/** The words of a refusal: its sentence and its code, `task_not_exist` as `task not exist`. */
const wordsOf = ({ gatewayMessage, gatewayCode }: Failure): string[] =>
  [withoutPaths(gatewayMessage ?? ''), gatewayCode ?? ''].map((text) => text.replaceAll('_', ' '));

/** Words of a router, which never looked at what was asked for. */
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
 * Whether a refusal says that there is no such task: words that only a route which looked for it can have. A bare "Not
 * found", in whatever shape, is what a gateway without the route says as well.
 */
function isAboutTask(refusal: Failure): boolean {
  return wordsOf(refusal).some(
    (text) =>
      !ofRouter.test(text) &&
      (ofTask.some((words) => words.test(text)) || (text.includes(impossibleId) && isMissing.test(text))),
  );
}

/**
 * Whether a refusal names what the request lacks. A refusal of a route that was never reached, or of a key in other words
 * than a status, names nothing of it.
 *
 * @param lacks names of the fields that were left out or left empty.
 */
function isAboutRequest(refusal: Failure, lacks: readonly string[]): boolean {
  const fields = new RegExp(`(?:^|[^a-z])(?:${lacks.join('|')})s?(?![a-z])`, 'i');
  return lacks.length > 0 && [...wordsOf(refusal), refusal.param ?? ''].some((text) => fields.test(text));
}
