import { familyOf, type ParameterValues, setParameter, type TextRouteId } from '../protocol/compose/text-parameters.ts';

/** The protocols of text routes, as `familyOf` names them. */
export const families = ['chat.completions', 'responses', 'native'] as const;
export type Family = (typeof families)[number];

/** Body fields of the protocols that mean the same and take the same values, by protocol; absent where there is none. */
export const counterparts: readonly Partial<Record<Family, string>>[] = [
  both('stream', 'stream'),
  same('temperature', 'temperature', 'generationConfig.temperature'),
  same('top_p', 'top_p', 'generationConfig.topP'),
  same('max_tokens', 'max_output_tokens', 'generationConfig.maxOutputTokens'),
  { 'chat.completions': 'seed', native: 'generationConfig.seed' },
  { 'chat.completions': 'stop', native: 'generationConfig.stopSequences' },
  { 'chat.completions': 'presence_penalty', native: 'generationConfig.presencePenalty' },
  { 'chat.completions': 'frequency_penalty', native: 'generationConfig.frequencyPenalty' },
  { 'chat.completions': 'n', native: 'generationConfig.candidateCount' },
  both('reasoning_effort', 'reasoning.effort'),
  both('verbosity', 'text.verbosity'),
  both('parallel_tool_calls', 'parallel_tool_calls'),
  both('service_tier', 'service_tier'),
  both('store', 'store'),
  both('user', 'user'),
  both('metadata', 'metadata'),
];

function same(chat: string, responses: string, native: string): Record<Family, string> {
  return { 'chat.completions': chat, responses, native };
}

function both(chat: string, responses: string): Partial<Record<Family, string>> {
  return { 'chat.completions': chat, responses };
}

const routeOf: Record<Family, TextRouteId> = {
  'chat.completions': 'chat.completions',
  responses: 'responses',
  native: 'native.streamGenerateContent',
};

/** Sets a parameter of one protocol, and its counterparts in the others. */
export function setInAll(
  values: ParameterValues,
  routeId: TextRouteId,
  name: string,
  setting: { on: boolean; value: unknown },
): ParameterValues {
  const family = familyOf(routeId) as Family;
  const row = counterparts.find((one) => one[family] === name);
  const others = families.filter((other) => other !== family && row?.[other] !== undefined);
  return others.reduce(
    (all, other) => setParameter(all, routeOf[other], row?.[other] as string, setting),
    setParameter(values, routeId, name, setting),
  );
}
