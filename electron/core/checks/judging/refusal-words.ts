import type { Failure } from '#shared/protocol/failure.ts';
import { withoutPaths } from '../../readers/failures/without-paths.ts';
import { impossibleId } from '../probes/probes.ts';

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
export function isAboutTask(refusal: Failure): boolean {
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
export function isAboutRequest(refusal: Failure, lacks: readonly string[]): boolean {
  const fields = new RegExp(`(?:^|[^a-z])(?:${lacks.join('|')})s?(?![a-z])`, 'i');
  return lacks.length > 0 && [...wordsOf(refusal), refusal.param ?? ''].some((text) => fields.test(text));
}
