import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, type JsonObject, scalarText, words } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { warning } from './compose.ts';

/**
 * What a finish reason means. `normal` and `limit` end a usable response, `blocked` one that a filter ended, `broken`
 * one that the service could not continue.
 */
type FinishMeaning = 'normal' | 'limit' | 'blocked' | 'broken';

type Surface = 'chat' | 'responses' | 'native';

const meaning = (table: Partial<Record<FinishMeaning, string>>): ReadonlyMap<string, FinishMeaning> =>
  new Map(
    Object.entries(table).flatMap(([meant, reasons]) => words(reasons).map((one) => [one, meant as FinishMeaning])),
  );

/** The reasons that each surface defines. */
const defined: Readonly<Record<Surface, ReadonlyMap<string, FinishMeaning>>> = {
  chat: meaning({ normal: 'stop tool_calls function_call', limit: 'length', blocked: 'content_filter' }),
  responses: meaning({ normal: 'completed', limit: 'max_output_tokens', blocked: 'content_filter' }),
  native: meaning({
    normal: 'STOP OTHER',
    limit: 'MAX_TOKENS',
    blocked: `SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT
      IMAGE_RECITATION`,
    broken: 'IMAGE_OTHER NO_IMAGE MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS',
  }),
};

/**
 * What services behind gateways write on any surface, by the words in it: lower case with underscores, the first match
 * counts. Reasons with none of these words mean a normal end.
 */
const byWords: readonly (readonly [Exclude<FinishMeaning, 'normal'>, RegExp])[] = [
  ['broken', /time_?(?:out|limit)|rate_limit/],
  ['limit', /(?:^|_)(?:max|length|limit|context|truncated|no_more_tokens)(?:_|$)/],
  [
    'blocked',
    /safety|unsafe|sensitive|filter|polic|guardrail|toxic|refus|moderat|block|flagged|risk_control|armor|jailbreak|prohibited|recitation|harm/,
  ],
  [
    'broken',
    /error|fail|insufficient|overload|abort|cancel|interrupt|malformed|missing_thought|unavailable|exception|no_capacity|^load$/,
  ],
];

const normalized = (reason: string): string =>
  reason
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^finish_?reason_/, '')
    .replace(/[\s-]+/g, '_');

const meanings: ReadonlyMap<string, FinishMeaning> = new Map(
  Object.values(defined).flatMap((reasons) =>
    [...reasons].map(([reason, meant]) => [normalized(reason), meant] as const),
  ),
);

/** Returns what a reason means, in any spelling. An undocumented one counts as a normal end. */
export function finishMeaning(reason: string): FinishMeaning {
  const words = normalized(reason.slice(0, longestReason));
  return meanings.get(words) ?? byWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'normal';
}

const longestReason = 100;
/** Some servers write these words where they mean that there is no finish reason yet. */
const noReasons: ReadonlySet<string> = new Set(words(`null none undefined finish_reason_unspecified unspecified`));
const reasonFields = [
  ...['finish_reason', 'finishReason', 'stop_reason', 'stopReason', 'done_reason', 'finish_details', 'stop_type'],
] as const;
/** Fields that say that a reply ended, and not why. */
const endFlags = ['done', 'is_end', 'is_finished', 'finished', 'stop'] as const;
/** The first values of the native enumeration, which some services write as numbers. */
const numbered = ['FINISH_REASON_UNSPECIFIED', 'STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION'] as const;

/** Returns the finish reason in a record, under the names that services use; `null` while there is none. */
export function finishReasonIn(record: JsonObject | null): string | null {
  if (record === null) return null;
  for (const field of reasonFields) {
    const value = record[field];
    if (value === undefined || value === null || value === '') continue;
    const said = typeof value === 'number' ? numbered[value] : value;
    const reason =
      scalarText(said ?? value) ?? scalarText(asObject(value)?.type) ?? scalarText(asObject(value)?.reason);
    if (reason !== null && !noReasons.has(reason.toLowerCase())) return reason;
  }
  return endFlags.some((name) => record[name] === true) ? 'stop' : null;
}

/** Returns what a record says about its end in words: beside the reason, or in it (SGLang). */
export const finishMessageIn = (record: JsonObject): string | null =>
  asText(record.finish_message) ?? asText(record.finishMessage) ?? asText(asObject(record.finish_reason)?.message);

/**
 * Returns the finish reason of a choice as a part, with warnings where it cut the reply and where its surface does not
 * define it.
 */
export function finishParts(reason: string, choice: number, surface: Surface): Part[] {
  const finish: Part = { type: 'finish', reason, ...choiceField(choice) };
  const quoted = reason.slice(0, longestReason);
  const parts = [finish, ...cutWarning(quoted, choice > 0 ? `Choice ${choice + 1}` : 'The reply')];
  if (defined[surface].has(reason)) return parts;
  return [...parts, warning('finish-odd', `The finish reason "${quoted}" is not defined by this protocol.`)];
}

function cutWarning(reason: string, what: string): Part[] {
  const quoted = `(finish reason "${reason}")`;
  switch (finishMeaning(reason)) {
    case 'limit':
      return [warning('cut-short', `${what} stopped at the token limit ${quoted}. Raise the limit to get the rest.`)];
    case 'blocked':
      return [warning('filtered', `${what} was ended by a content filter ${quoted}.`)];
    default:
      return [];
  }
}
