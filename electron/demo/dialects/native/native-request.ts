import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asNumber, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import {
  type Media,
  type Message,
  type ReplyFormat,
  type ToolChoice,
  type Turn,
  textMessage,
} from '../../language/turn.ts';
import { linkedMedia, mediaFromBase64 } from '../../media/attachment.ts';
import { textModel } from '../../models.ts';
import { readJsonRequest, readRequiredList } from '../../request-fields.ts';
import { invalidRequest } from '../../responses/reply.ts';
import { readTools } from '../chat/chat-request.ts';
import { demandNativeState, emptyTurn, readEffort, readTexts, readTokenLimit } from '../turn-reading.ts';

export interface NativeRequest {
  turn: Turn;
  /** Thoughts are part of the reply only when the client requested them. */
  includesThoughts: boolean;
}

/**
 * Reads and checks a native request; the model is in the path. Some fields also have snake_case names, as in new-api. A
 * body of the compatible protocol has no `contents` and is refused for that.
 */
export function readNativeRequest(authorized: AuthorizedRequest, isStreamed: boolean): NativeRequest {
  const body = readJsonRequest(authorized);
  const model = authorized.parameters.model ?? '';
  const { voice } = textModel(authorized, model, isStreamed);
  const contents = readRequiredList(authorized, body, 'contents').map(asRecord);
  demandNativeState(authorized, { model, voice }, contents, isStreamed);
  const config = asRecord(body.generationConfig ?? body.generation_config);
  const choices = asNumber(config.candidateCount) ?? 1;
  if (choices < 1 || choices > 8) throw invalidRequest(authorized, 'candidateCount must be from 1 to 8', 400);
  const thinking = asRecord(config.thinkingConfig);
  const tools = Array.isArray(body.tools) ? body.tools : [body.tools];
  const functions = tools.flatMap((tool) => asList(asRecord(tool).functionDeclarations)).map(asRecord);
  const system = asRecord(body.systemInstruction ?? body.system_instruction);
  const turn: Turn = {
    ...emptyTurn(authorized, model, voice, body),
    system: typeof system === 'string' ? system : textOf(asList(system.parts)),
    messages: contents.flatMap(readContent),
    tools: readTools(
      authorized,
      functions.map((entry) => ({ ...entry, parameters: entry.parameters ?? entry.parametersJsonSchema })),
    ),
    toolChoice: readMode(asRecord(asRecord(body.toolConfig ?? body.tool_config).functionCallingConfig)),
    format: readFormat(config),
    maxTokens: readTokenLimit(authorized, config, 'maxOutputTokens'),
    stop: readTexts(config.stopSequences),
    choices,
    temperature: asNumber(config.temperature),
    seed: asNumber(config.seed),
    effort: thinking.thinkingBudget === 0 ? 'none' : readEffort(thinking.thinkingLevel),
  };
  return { turn, includesThoughts: thinking.includeThoughts === true };
}

/** Splits tool results into separate messages, since a native content may contain several. */
function readContent(content: JsonRecord): Message[] {
  const parts = asList(content.parts).map(asRecord);
  const answers = parts.map((part) => asRecord(part.functionResponse)).filter((answer) => asText(answer.name) !== '');
  if (answers.length > 0) {
    return answers.map((answer) => ({
      ...textMessage('tool', JSON.stringify(answer.response ?? {})),
      tool: asText(answer.name),
    }));
  }
  const calls = parts
    .map((part) => asRecord(part.functionCall))
    .filter((call) => asText(call.name) !== '')
    .map((call) => ({ id: asText(call.id), name: asText(call.name), arguments: JSON.stringify(call.args ?? {}) }));
  const role = content.role === 'model' ? 'assistant' : 'user';
  return [{ role, text: textOf(parts), media: parts.flatMap(readMedia), calls, tool: null }];
}

const textOf = (parts: unknown[]): string =>
  parts
    .map(asRecord)
    .filter((part) => part.thought !== true)
    .map((part) => asText(part.text))
    .filter(Boolean)
    .join('\n\n');

function readMedia(part: JsonRecord): Media[] {
  const inline = asRecord(part.inlineData ?? part.inline_data);
  if (typeof inline.data === 'string') {
    return [mediaFromBase64(inline.data, asText(inline.mimeType) || asText(inline.mime_type) || null)];
  }
  const file = asRecord(part.fileData ?? part.file_data);
  const link = asText(file.fileUri) || asText(file.file_uri);
  return link ? [linkedMedia('file', link)] : [];
}

function readMode(config: JsonRecord): ToolChoice {
  const mode = asText(config.mode).toUpperCase();
  if (mode === 'NONE') return 'none';
  if (mode !== 'ANY') return 'auto';
  const [name] = asList(config.allowedFunctionNames);
  return typeof name === 'string' ? { name } : 'required';
}

function readFormat(config: JsonRecord): ReplyFormat {
  if (config.responseMimeType !== 'application/json') return { kind: 'text' };
  const schema = config.responseJsonSchema ?? config.responseSchema;
  return schema === undefined ? { kind: 'object' } : { kind: 'schema', schema: asRecord(schema) };
}
