import { counted } from '#shared/format.ts';
import { capabilityOfRoute } from '#shared/protocol/capabilities.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { parameterIn, withoutPaths } from '../../readers/classify.ts';
import { contentRefusals } from '../../store/records/planned-refusal.ts';
import { type Control, isSameRefusal } from '../control.ts';
import { impossibleId, placeholderModel, probeOf } from '../probes/probes.ts';
import { demandsField } from '../probes/required-fields.ts';
import { absent, type Judgement, judgeFailure, quoteOf, statusOf, unclear, unproven } from './judge-failure.ts';
import type { JudgedCell, JudgingFacts } from './judged-cell.ts';
import { hasContent, type Observation } from './observation.ts';

/** Whether a route is about an existing task, named in its path. */
export const asksForTask = ({ routeId }: Pick<JudgedCell, 'routeId'>): boolean =>
  /\{(?:task_id|video_id)\}/.test(routes[routeId].path);

/**
 * Returns the verdict on a request that was refused as expected. The refusal proves the route only when its message is
 * about the request, and a path that cannot exist is refused differently.
 */
export function judgeRefusal(cell: JudgedCell, seen: Observation, error: Failure, facts: JudgingFacts): Judgement {
  const { control } = facts;
  // A complete response of the route that contains nothing: there was nothing to respond to.
  if (error.code === 'empty' && seen.bodyBytes > 0) return judgeAccepted(cell, seen, facts);
  // A plain 500: a gateway's reaction to a deliberately invalid request says nothing about its health.
  const isCrash = error.status === 500 && (error.code === 'server' || error.code === 'upstream');
  if (isModelRefused(cell, error)) return judgeModel(cell, seen, error, control);
  if (!contentRefusals.has(error.code) && !isCrash) return judgeFailure(seen, error);
  if (isSameRefusal(error, control)) return judgeSame(cell, error);
  const isForTask = asksForTask(cell);
  if (isForTask && isAboutTask(error)) return exists(foundNoTask);
  const { lacks } = probeOf(cell.routeId, cell.model ?? placeholderModel, 'free');
  const isDemand = demandsField(error, cell.routeId) && !/^headers?\./i.test(error.param ?? '');
  if (error.code !== 'not-found' && (isDemand || isAboutRequest(error, lacks)))
    return exists(
      `The route exists: the gateway rejected an incomplete request because of its content${error.param ? ` (${error.param})` : ''}, not because of the key. Nothing was generated.`,
    );
  if (isForTask)
    return unclear(
      `The result needs a real task ID: the response (${statusOf(error)}) doesn't mention a task.${quoteOf(error)}`,
    );
  return unclear(
    `The response to an incomplete request (${statusOf(error)}) doesn't mention what is missing, so it proves nothing.${quoteOf(error)}`,
  );
}

const foundNoTask =
  'The route exists: the gateway looked for a task that does not exist, and did not reject the key. Nothing was generated.';

/** What llama.cpp and file servers say about every unknown path. */
const plainServer = /^\s*(?:file|page) not found\.?\s*$/i;

/** Returns the verdict when the control was refused in the same way. */
function judgeSame(cell: JudgedCell, error: Failure): Judgement {
  const same = `A path that does not exist gets the same response (${statusOf(error)})`;
  if (error.code === 'server' || error.code === 'upstream')
    return {
      ...unproven,
      verdict: 'upstream-down',
      sentence: `${same}, so the gateway fails for every request.${quoteOf(error)}`,
    };
  const isOfPath = isAboutPath(error) || plainServer.test(error.gatewayMessage ?? '');
  if (isOfPath || (error.code === 'not-found' && !asksForTask(cell))) return absent(error, quoteOf(error));
  return unclear(`${same}, so it proves nothing about this route.${quoteOf(error)}`);
}

/**
 * Returns whether the route exists and checked the model. A route with the model in its path has no other wording for
 * it.
 */
const isModelRefused = ({ routeId }: JudgedCell, { code, param, type, gatewayMessage }: Failure): boolean =>
  code === 'model-not-found' ||
  (code === 'parameter' && param === 'model') ||
  (code === 'route-absent' && /unsupported endpoint/i.test(gatewayMessage ?? '')) ||
  (code === 'not-found' &&
    type === 'NOT_FOUND' &&
    /not found/i.test(gatewayMessage ?? '') &&
    routes[routeId].path.includes('{model}'));

/** Returns the verdict on a refused model: one that Patchbay made up says nothing about the others. */
function judgeModel(cell: JudgedCell, seen: Observation, error: Failure, control: Control | null): Judgement {
  if (cell.model !== null || capabilityOfRoute(cell.routeId) === null)
    return judgeFailure(seen, { ...error, code: 'model-not-found' });
  if (isSameRefusal(error, control)) return judgeSame(cell, error);
  return unclear(
    `The gateway looks for the model first, and lists none that Patchbay could send. Select a model by name.${quoteOf(error)}`,
  );
}

/** Returns the verdict when a request that should have been refused succeeded. */
export function judgeAccepted(cell: JudgedCell, seen: Observation, { control }: JudgingFacts): Judgement {
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
    sentence: `The route exists, but the gateway accepted ${what} with status ${seen.status}. ${generatedBy(cell, seen)}`,
  };
}

/** Returns what an incomplete request made the model generate. */
function generatedBy({ limit }: JudgedCell, seen: Observation): string {
  const { outputTokens } = seen;
  if (outputTokens !== null && outputTokens > 0) {
    const made = `The model generated ${counted(outputTokens, 'token')}`;
    return limit && outputTokens > limit.tokens
      ? `${made}, although the request set ${limit.field} to ${limit.tokens}.`
      : `${made}.`;
  }
  if (outputTokens === 0 || seen.end.error?.code === 'empty') return 'Nothing was generated.';
  if (!hasContent(seen)) return 'It may have generated something.';
  return limit ? 'It generated text, and reports no number of tokens.' : 'It generated a result.';
}

const exists = (sentence: string): Judgement => ({ proof: 'refused', stage: null, verdict: 'exists', sentence });

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
 * Returns whether a refusal names what the request lacks, or the limit that it sets. A refusal by a router, or of the
 * key in other words than a status, names none of it.
 *
 * @param lacks patterns of the names of fields that were left out, left empty, or limited.
 */
function isAboutRequest(refusal: Failure, lacks: readonly string[]): boolean {
  const fields = new RegExp(`(?:^|[^a-z])(?:${lacks.join('|')})s?(?![a-z])`, 'i');
  const param = (refusal.param ?? '').replaceAll('_', ' ');
  return lacks.length > 0 && [...wordsOf(refusal), param].some((text) => fields.test(text));
}

/** Causes that a gateway names in its message, whatever its status and code. */

/** Returns the texts of a refusal: its message and its code, `task_not_exist` as `task not exist`. */
export const wordsOf = ({ gatewayMessage, gatewayCode }: Failure): string[] =>
  [withoutPaths(withoutPointers(gatewayMessage ?? '')), gatewayCode ?? ''].map((text) => text.replaceAll('_', ' '));

/** JSON pointers name fields: "#/messages: expected minimum item count: 1". */
const withoutPointers = (text: string): string => text.replace(/(?<![^\s"'(])#\/(?=\w)/g, '');

const wrong = '(?:unexpected|unknown|unrecogni[sz]ed|invalid|undefined|unsupported|no such|no matching)';
const place = '(?:api )?(?:endpoint|route|path|url|uri)';
/** What servers that answer an unknown path with status 200 or 400 say; LM Studio: "Unexpected endpoint or method". */
const ofPath = [
  new RegExp(`^\\W*${wrong} ${place}\\b`, 'i'),
  new RegExp(
    `^\\W*(?:the |this |requested )*${place}\\b(?: \\S+)? (?:was |is |does )?(?:not (?:found|exist|supported|implemented)|unknown|invalid)\\b`,
    'i',
  ),
  /^\W*(?:接口|路由|路径)(?:地址)?(?:不存在|未找到|错误|无效)/,
];

/** Returns whether a refusal is about the path of the request and nothing else. */
export const isAboutPath = ({ gatewayMessage }: Failure): boolean =>
  ofPath.some((words) => words.test(gatewayMessage ?? ''));

const server = '(?:this|the|your|current) (?:server|instance|deployment|gateway|proxy|backend)';
const cannot = "(?:does|do|is|are|was|has|can)(?: not|n['’]t)";
const off =
  '(?:disabled|turned off|switched off|deactivated|not (?:enabled|activated|configured|turned on|switched on))';
/** What servers say about a route that they have and do not serve as they were started, or with the loaded model. */
const switchedOff = [
  // llama.cpp: "This server does not support reranking. Start it with `--reranking`"
  new RegExp(`\\b${server}\\b[^.]{0,40} ${cannot}(?: been)? (?:support|configured|enabled|started|set up)`, 'i'),
  /\b(?:start|launch|run|restart|enable) (?:it|the server|this|\S+) (?:with|using|by)\b.{0,20}--\w/i,
  new RegExp(
    `\\b(?:api|endpoint|route|feature|support|reranking|embeddings?|transcriptions?|speech|images?|realtime|responses)\\b[^.]{0,20} (?:is|are|has been|have been|was) (?:currently )?${off}\\b`,
    'i',
  ),
  /(?:未启用|未开启|未开通|已禁用|已关闭|尚未配置)/,
];
/** Statuses with which a gateway says that it does not do this at all. */
const notDone: ReadonlySet<number | null> = new Set([501]);
const capability = /\b(?:not|n['’]t) support|unsupported\b|not available (?:for|with|on) (?:this|the)\b/i;
/** A server without the route or the method says it like this, and not about what it can do. */
const unwritten = /\bmethods?\b|not (?:yet )?implemented|未实现/i;

/** The gateway took the name of the model from the wrong place, so its message has none. */
const unnamedModel = [
  /模型 {2,}\S|模型\s*(?:''|""|``|「」|“”)/,
  /\bmodels?(?: name)?:? (?:''|""|``|“”|\(\)|\[\])(?!\w)/i,
  /\bmodel {2,}(?:is|not|does|was|has)\b/i,
  /未指定模型|模型名称?不能为空/,
];

/**
 * Returns the verdict on a route that exists and that no request can use: it is switched off, or the gateway does not
 * read which model it is for. `null` for any other refusal.
 */
export function judgeUnsupported({ model }: Pick<JudgedCell, 'model'>, error: Failure): Judgement | null {
  const message = error.gatewayMessage ?? '';
  const named = parameterIn(message);
  const isUnnamed =
    unnamedModel.some((words) => words.test(message)) || (named?.problem === 'missing' && named.name === 'model');
  if (model !== null && isUnnamed)
    return unsupported(
      `The gateway does not read the model from this request, so no model works on this route.${quoteOf(error)}`,
    );
  if (unwritten.test(message)) return null;
  if (!switchedOff.some((words) => words.test(message)) && !(notDone.has(error.status) && capability.test(message)))
    return null;
  return unsupported(
    `The gateway has this route, but it is switched off on this server, or its model cannot do this.${quoteOf(error)}`,
  );
}

const unsupported = (sentence: string): Judgement => ({ ...unproven, verdict: 'unsupported', sentence });
