import type { Failure } from '#shared/protocol/failure.ts';
import { parameterIn, withoutPaths } from '../../readers/classify.ts';
import { type Judgement, quoteOf, unproven } from './judge-failure.ts';
import type { JudgedCell } from './judged-cell.ts';

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
