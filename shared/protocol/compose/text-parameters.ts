/** The kind of control, which also determines the type of the value on the wire. */
export type ParameterControl =
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'number'; min: number; max?: number }
  /** A number in a narrow range. */
  | { kind: 'slider'; min: number; max: number; step?: number }
  | { kind: 'boolean' }
  /** Ticked means `true`; there is no other value. */
  | { kind: 'flag' }
  | { kind: 'text' }
  /** Text of several lines. */
  | { kind: 'prose' }
  /** Several strings, one per line. */
  | { kind: 'words'; most: number }
  | { kind: 'json' };

/** The routes that take a conversation and return a reply as text. */
export const textRouteIds = [
  'chat.completions',
  'responses',
  'native.generateContent',
  'native.streamGenerateContent',
] as const;
export type TextRouteId = (typeof textRouteIds)[number];

/** One optional field of a request body. Its name is the literal path on the wire; fields that are not selected are absent. */
export interface Parameter {
  /** Dotted path in the body. */
  name: string;
  control: ParameterControl;
  /** Its initial value. */
  start: unknown;
  /** Selected in a new conversation. */
  on?: boolean;
  /** Selected by Patchbay itself, until the user decides: left out where a gateway is known to reject it. */
  added?: true;
  /** Sent only together with this flag. */
  with?: string;
}

/** What the user set: whether it is sent, and the value, which is kept while it isn't. */
export type ParameterValues = Record<string, { on: boolean; value: unknown }>;

const slider = (name: string, min: number, max: number, step: number, start: number): Parameter => ({
  name,
  control: { kind: 'slider', min, max, step },
  start,
});
const integer = (name: string, min: number, max: number, start: number | null = null): Parameter => ({
  name,
  control: { kind: 'number', min, max },
  start,
});
const choice = (name: string, options: readonly string[], start: string): Parameter => ({
  name,
  control: { kind: 'choice', options },
  start,
});
const toggle = (name: string, start: boolean, on = false): Parameter => ({
  name,
  control: { kind: 'boolean' },
  start,
  on,
});
const words = (name: string, most: number): Parameter => ({ name, control: { kind: 'words', most }, start: [] });
const text = (name: string): Parameter => ({ name, control: { kind: 'text' }, start: '' });
const json = (name: string, start: string): Parameter => ({ name, control: { kind: 'json' }, start });

/** Lets the gateway keep the conversation: only the new turns are sent, with the id of the previous response. */
export const previousResponse = 'previous_response_id';

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const anyInteger = 2_147_483_647;

const chatCompletions: readonly Parameter[] = [
  toggle('stream', true, true),
  // Without it a chat stream reports no tokens, and some gateways drop the chunk that contains both the usage and the
  // finish reason.
  { ...toggle('stream_options.include_usage', true, true), added: true, with: 'stream' },
  slider('temperature', 0, 2, 0.05, 1),
  integer('max_tokens', 1, 1_000_000, 2048),
  integer('max_completion_tokens', 1, 1_000_000, 2048),
  slider('top_p', 0, 1, 0.01, 1),
  choice('reasoning_effort', efforts, 'medium'),
  choice('verbosity', ['low', 'medium', 'high'], 'medium'),
  integer('seed', 0, anyInteger),
  words('stop', 4),
  slider('presence_penalty', -2, 2, 0.1, 0),
  slider('frequency_penalty', -2, 2, 0.1, 0),
  integer('n', 1, 8, 2),
  toggle('logprobs', true),
  integer('top_logprobs', 0, 20, 3),
  choice('tool_choice', ['auto', 'none', 'required'], 'auto'),
  toggle('parallel_tool_calls', true),
  choice('service_tier', ['auto', 'default', 'flex', 'priority'], 'auto'),
  toggle('store', false),
  text('user'),
  json('metadata', '{}'),
  json('modalities', '["text"]'),
  json('web_search_options', '{"search_context_size": "medium"}'),
];

const responses: readonly Parameter[] = [
  toggle('stream', true, true),
  integer('max_output_tokens', 1, 1_000_000, 2048),
  slider('temperature', 0, 2, 0.05, 1),
  slider('top_p', 0, 1, 0.01, 1),
  choice('reasoning.effort', efforts, 'medium'),
  choice('reasoning.summary', ['auto', 'concise', 'detailed'], 'auto'),
  choice('text.verbosity', ['low', 'medium', 'high'], 'medium'),
  choice('tool_choice', ['auto', 'none', 'required'], 'auto'),
  toggle('parallel_tool_calls', true),
  toggle('store', true),
  toggle(previousResponse, true),
  choice('truncation', ['auto', 'disabled'], 'auto'),
  choice('service_tier', ['auto', 'default', 'flex', 'priority'], 'auto'),
  text('user'),
  json('include', '["reasoning.encrypted_content"]'),
  json('metadata', '{}'),
];

const native: readonly Parameter[] = [
  slider('generationConfig.temperature', 0, 2, 0.05, 1),
  integer('generationConfig.maxOutputTokens', 1, 1_000_000, 2048),
  slider('generationConfig.topP', 0, 1, 0.01, 1),
  integer('generationConfig.topK', 1, 1000, 40),
  toggle('generationConfig.thinkingConfig.includeThoughts', true),
  integer('generationConfig.thinkingConfig.thinkingBudget', -1, 100_000, 1024),
  choice('generationConfig.thinkingConfig.thinkingLevel', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'], 'MEDIUM'),
  words('generationConfig.stopSequences', 5),
  integer('generationConfig.seed', 0, anyInteger),
  slider('generationConfig.presencePenalty', -2, 2, 0.1, 0),
  slider('generationConfig.frequencyPenalty', -2, 2, 0.1, 0),
  integer('generationConfig.candidateCount', 1, 8, 2),
  json('generationConfig.responseModalities', '["TEXT"]'),
  choice('toolConfig.functionCallingConfig.mode', ['AUTO', 'ANY', 'NONE', 'VALIDATED'], 'AUTO'),
  json('safetySettings', '[{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "threshold": "BLOCK_MEDIUM_AND_ABOVE"}]'),
];

/** The parameters each route supports, in display order. Others go into the raw JSON body. */
export const parametersOf: Readonly<Record<TextRouteId, readonly Parameter[]>> = {
  'chat.completions': chatCompletions,
  responses,
  'native.generateContent': native,
  'native.streamGenerateContent': native,
};

/** The field that contains the schema of structured output. */
export const schemaField: Readonly<Record<TextRouteId, string>> = {
  'chat.completions': 'response_format',
  responses: 'text.format',
  'native.generateContent': 'generationConfig.responseJsonSchema',
  'native.streamGenerateContent': 'generationConfig.responseJsonSchema',
};

/**
 * Returns what the user set for a parameter, or its initial setting.
 *
 * @param refused names of fields that the gateway rejects, which Patchbay does not select by itself.
 */
export function settingOf(
  values: ParameterValues,
  routeId: TextRouteId,
  parameter: Parameter,
  refused: readonly string[] = [],
): { on: boolean; value: unknown } {
  const { on = false, start: value, name, added } = parameter;
  const isKnownToFail = added === true && refused.some((field) => `${name}.`.startsWith(`${field}.`));
  return values[`${familyOf(routeId)}:${name}`] ?? { on: on && !isKnownToFail, value };
}

/** Whether Patchbay decides about a parameter, because the user has not. */
export const isAdded = (values: ParameterValues, routeId: TextRouteId, { added, name }: Parameter): boolean =>
  added === true && values[`${familyOf(routeId)}:${name}`] === undefined;

/** Returns the parameters that are sent and that the user did not select. */
export function addedFields(values: ParameterValues, routeId: TextRouteId, refused: readonly string[] = []): string[] {
  return parametersOf[routeId]
    .filter((parameter) => isAdded(values, routeId, parameter) && isSent(values, routeId, parameter, refused))
    .map(({ name }) => name);
}

/** Whether a parameter is selected, and so is the flag that it is only sent with. */
export function isSent(
  values: ParameterValues,
  routeId: TextRouteId,
  parameter: Parameter,
  refused: readonly string[] = [],
): boolean {
  const flag = parametersOf[routeId].find(({ name }) => name === parameter.with);
  const sent = flag && settingOf(values, routeId, flag);
  return settingOf(values, routeId, parameter, refused).on && (!sent || (sent.on && sent.value === true));
}

/**
 * Sets one parameter, and selects the flag that it is only sent with. Each protocol keeps its own values, so switching
 * routes loses none.
 */
export function setParameter(
  values: ParameterValues,
  routeId: TextRouteId,
  name: string,
  setting: { on: boolean; value: unknown },
): ParameterValues {
  const flag = setting.on && parametersOf[routeId].find((parameter) => parameter.name === name)?.with;
  const changed = flag ? setParameter(values, routeId, flag, { on: true, value: true }) : values;
  return { ...changed, [`${familyOf(routeId)}:${name}`]: setting };
}

/** Returns the protocol whose parameters a route shares. */
export function familyOf(routeId: TextRouteId): string {
  return routeId.startsWith('native.') ? 'native' : routeId;
}

/**
 * Returns the selected parameters as a body fragment. A selected parameter whose value cannot be sent (an empty number,
 * invalid JSON) is left out and named in `problems`.
 */
export function bodyFragment(
  values: ParameterValues,
  routeId: TextRouteId,
  refused: readonly string[] = [],
): { fragment: Record<string, unknown>; problems: string[] } {
  const fragment: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const parameter of parametersOf[routeId]) {
    const { value } = settingOf(values, routeId, parameter);
    // The composer of the responses body inserts the id, because it knows the previous reply.
    if (!isSent(values, routeId, parameter, refused) || parameter.name === previousResponse) continue;
    const sent = sendable(parameter.control, value);
    if (sent === undefined) problems.push(parameter.name);
    else putAt(fragment, parameter.name.split('.'), sent);
  }
  return { fragment, problems };
}

function sendable(control: ParameterControl, value: unknown): unknown {
  switch (control.kind) {
    case 'slider':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'words':
      return Array.isArray(value) && value.length > 0 ? value : undefined;
    case 'text':
      return typeof value === 'string' && value !== '' ? value : undefined;
    case 'json':
      try {
        return JSON.parse(String(value)) as unknown;
      } catch {
        return undefined;
      }
    default:
      return value;
  }
}

function putAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  target[head] ??= {};
  putAt(target[head] as Record<string, unknown>, rest, value);
}
