import { asList, asText, isObject, type JsonObject, member, memberAt } from '../json.ts';
import type { AnswerFormat, Conversation, Piece, SettingPlaces, Tool } from './conversation.ts';

/** Settings that chat completions and responses store in the same place. */
export const compatiblePlaces = {
  parallelCalls: ['parallel_tool_calls'],
  metadata: ['metadata'],
  user: ['user'],
  store: ['store'],
  serviceTier: ['service_tier'],
  cacheKey: ['prompt_cache_key'],
  safetyId: ['safety_identifier'],
} as const satisfies SettingPlaces;

/**
 * Reads a content: a text, or a list of parts.
 *
 * @param at its path in the source.
 * @param readMedia reads an image or a file, which the protocols write differently; `null` for any other part.
 */
export function readContent(
  content: unknown,
  at: string,
  conversation: Conversation,
  readMedia: (part: unknown) => Piece | null,
): Piece[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return asList(content).flatMap((part, index): Piece[] => {
    const text = asText(member(part, 'text')) ?? asText(member(part, 'refusal'));
    const piece = text === null ? (readAudio(part) ?? readMedia(part)) : ({ kind: 'text', text } as const);
    if (piece === null) conversation.unmapped.push(`${at}[${index}]`);
    return piece === null ? [] : [piece];
  });
}

/** Reads an audio part; `null` for any other. */
function readAudio(part: unknown): Piece | null {
  const base64 = asText(memberAt(part, 'input_audio.data'));
  if (base64 === null) return null;
  return { kind: 'audio', base64, format: asText(memberAt(part, 'input_audio.format')) ?? 'wav' };
}

/** Writes an audio part. */
export const writeAudio = ({ base64, format }: Extract<Piece, { kind: 'audio' }>): JsonObject => ({
  type: 'input_audio',
  input_audio: { data: base64, format },
});

/** Reads a response format; `schema` contains its name and the schema itself. */
export function readFormat(type: unknown, schema: unknown): AnswerFormat | null {
  if (type === 'json_object') return { kind: 'json' };
  if (type !== 'json_schema') return null;
  return {
    kind: 'schema',
    name: asText(member(schema, 'name')) ?? 'answer',
    schema: member(schema, 'schema') ?? {},
    strict: member(schema, 'strict'),
  };
}

/** Writes the name and the schema of a response format. */
export const writeSchema = ({ name, schema, strict }: Extract<AnswerFormat, { kind: 'schema' }>): JsonObject => ({
  name,
  schema,
  ...(strict === undefined ? {} : { strict }),
});

/** Reads which tool is called; `name` is that of the function which a choice contains. */
export function readToolChoice(choice: unknown, name: unknown, conversation: Conversation): void {
  const named = asText(name);
  if (choice === 'auto' || choice === 'none' || choice === 'required') conversation.toolChoice = choice;
  else if (named !== null) conversation.toolChoice = { name: named };
  else if (isObject(choice)) conversation.unmapped.push('tool_choice');
}

/** Reads a function declaration, which is nested in chat and flat in responses. */
export function readTool(declaration: unknown): Tool | null {
  const name = asText(member(declaration, 'name'));
  if (name === null) return null;
  return {
    name,
    description: asText(member(declaration, 'description')),
    parameters: member(declaration, 'parameters'),
    strict: member(declaration, 'strict'),
  };
}

/** Writes a function declaration. */
export function writeTool({ name, description, parameters, strict }: Tool): JsonObject {
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined ? {} : { strict }),
  };
}
