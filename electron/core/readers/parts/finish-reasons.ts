import type { Part } from '#shared/protocol/part.ts';
import { choiceField } from './choices.ts';
import { warning } from './compose.ts';

/**
 * What a finish reason means. `normal` and `limit` end a usable response, `blocked` one that a filter ended, `broken`
 * one that the service could not continue.
 */
type FinishMeaning = 'normal' | 'limit' | 'blocked' | 'broken';

type Surface = 'chat' | 'responses' | 'native';

/** The reasons that each surface defines. */
const defined: Readonly<Record<Surface, Readonly<Record<string, FinishMeaning>>>> = {
  chat: {
    stop: 'normal',
    tool_calls: 'normal',
    function_call: 'normal',
    length: 'limit',
    content_filter: 'blocked',
  },
  responses: { completed: 'normal', max_output_tokens: 'limit', content_filter: 'blocked' },
  native: {
    STOP: 'normal',
    OTHER: 'normal',
    MAX_TOKENS: 'limit',
    SAFETY: 'blocked',
    RECITATION: 'blocked',
    LANGUAGE: 'blocked',
    BLOCKLIST: 'blocked',
    PROHIBITED_CONTENT: 'blocked',
    SPII: 'blocked',
    IMAGE_SAFETY: 'blocked',
    IMAGE_PROHIBITED_CONTENT: 'blocked',
    IMAGE_RECITATION: 'blocked',
    IMAGE_OTHER: 'broken',
    NO_IMAGE: 'broken',
    MALFORMED_FUNCTION_CALL: 'broken',
    UNEXPECTED_TOOL_CALL: 'broken',
    TOO_MANY_TOOL_CALLS: 'broken',
  },
};

/** What services behind gateways write on any surface. Unlisted words mean a normal end. */
const undefinedReasons: Readonly<Record<string, FinishMeaning>> = {
  max_tokens: 'limit',
  safety: 'blocked',
  sensitive: 'blocked',
  error: 'broken',
  network_error: 'broken',
  insufficient_system_resource: 'broken',
};

const meanings: ReadonlyMap<string, FinishMeaning> = new Map(
  [...Object.values(defined), undefinedReasons].flatMap((reasons) => Object.entries(reasons)),
);

/** An undocumented reason counts as a normal end. */
export function finishMeaning(reason: string): FinishMeaning {
  return meanings.get(reason) ?? 'normal';
}

/**
 * Returns the finish reason of a choice as a part, with warnings where it cut the reply and where its surface does not
 * define it.
 */
export function finishParts(reason: string, choice: number, surface: Surface): Part[] {
  const finish: Part = { type: 'finish', reason, ...choiceField(choice) };
  const quoted = reason.slice(0, 100);
  const parts = [finish, ...cutWarning(quoted, choice > 0 ? `Choice ${choice + 1}` : 'The reply')];
  if (Object.hasOwn(defined[surface], reason)) return parts;
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
