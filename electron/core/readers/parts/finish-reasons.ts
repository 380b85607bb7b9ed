import type { Part } from '#shared/protocol/part.ts';

/**
 * What a finish reason means. `normal` and `limit` end an answer that can be used, `blocked` one that a filter ended,
 * `broken` one that the service could not go on with.
 */
export type FinishMeaning = 'normal' | 'limit' | 'blocked' | 'broken';

const table: readonly (readonly [FinishMeaning, readonly string[]])[] = [
  [
    'normal',
    [
      'stop',
      'tool_calls',
      'function_call',
      'completed',
      'STOP',
      'end_turn',
      'eos',
      'eos_token',
      'stop_sequence',
      'tool_use',
      'COMPLETE',
    ],
  ],
  ['limit', ['length', 'max_output_tokens', 'max_tokens', 'MAX_TOKENS']],
  [
    'blocked',
    [
      'content_filter',
      'SAFETY',
      'RECITATION',
      'LANGUAGE',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'IMAGE_SAFETY',
      'IMAGE_PROHIBITED_CONTENT',
      'IMAGE_RECITATION',
      'sensitive',
      'safety',
    ],
  ],
  [
    'broken',
    [
      'error',
      'network_error',
      'insufficient_system_resource',
      'MALFORMED_FUNCTION_CALL',
      'UNEXPECTED_TOOL_CALL',
      'TOO_MANY_TOOL_CALLS',
      'IMAGE_OTHER',
      'NO_IMAGE',
    ],
  ],
];

const meanings: ReadonlyMap<string, FinishMeaning> = new Map(
  table.flatMap(([meaning, reasons]) => reasons.map((reason) => [reason, meaning] as const)),
);

/** A reason that nobody documented ends the answer like any other. */
export function finishMeaning(reason: string): FinishMeaning {
  return meanings.get(reason) ?? 'normal';
}

/**
 * The reason of a choice as a part, with a warning where it means that the reply is not all that the model would have
 * said, and one for a word that its surface does not define.
 */
export function finishParts(reason: string, choice: number, defined: ReadonlySet<string>): Part[] {
  const finish: Part = { type: 'finish', reason, ...choiceField(choice) };
  const quoted = reason.slice(0, 100);
  const parts = [finish, ...cutWarning(quoted, choice > 0 ? `Choice ${choice + 1}` : 'The reply')];
  if (defined.has(reason)) return parts;
  const message = `The finish reason "${quoted}" is not one that this surface defines.`;
  return [...parts, { type: 'warning', code: 'finish-odd', message }];
}

function cutWarning(reason: string, what: string): Part[] {
  switch (finishMeaning(reason)) {
    case 'limit':
      return [
        {
          type: 'warning',
          code: 'cut-short',
          message: `${what} stopped at the token limit (finish reason "${reason}"). Raise the limit to get the rest.`,
        },
      ];
    case 'blocked':
      return [
        {
          type: 'warning',
          code: 'filtered',
          message: `${what} was ended by a content filter (finish reason "${reason}"). What arrived before is kept.`,
        },
      ];
    default:
      return [];
  }
}

/** Parts of the first answer carry no index. */
export function choiceField(choice: number): { choice?: number } {
  return choice > 0 ? { choice } : {};
}
