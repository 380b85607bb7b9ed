import { asList, asText, isObject, type JsonObject, member, memberAt, parseJson, setMember } from '../json.ts';
import {
  type Conversation,
  emptyConversation,
  noteUnknown,
  type Piece,
  placesOf,
  readSettings,
  type SettingPlaces,
  splitDataUrl,
  type Turn,
  writeSettings,
} from './conversation.ts';

const places: SettingPlaces = {
  temperature: ['generationConfig.temperature'],
  topP: ['generationConfig.topP'],
  topK: ['generationConfig.topK'],
  maxTokens: ['generationConfig.maxOutputTokens'],
  stop: ['generationConfig.stopSequences'],
  count: ['generationConfig.candidateCount'],
  seed: ['generationConfig.seed'],
  presencePenalty: ['generationConfig.presencePenalty'],
  frequencyPenalty: ['generationConfig.frequencyPenalty'],
  effort: ['generationConfig.thinkingConfig.thinkingLevel'],
};

const known = [
  ...placesOf(places),
  'model',
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'toolConfig',
  'generationConfig.responseMimeType',
  'generationConfig.responseJsonSchema',
  'generationConfig.responseSchema',
];

/** Reads the body of a native generate-content request. Native results name their function, not the call. */
export function readNativeBody(body: JsonObject): Conversation {
  const conversation = emptyConversation();
  conversation.model = asText(body.model);
  readSettings(body, places, conversation);
  const { effort } = conversation.settings;
  if (effort) effort.value = String(effort.value).toLowerCase();
  const system = body.systemInstruction ?? body.system_instruction;
  if (system !== undefined)
    conversation.turns.push({ role: 'system', pieces: readParts(system, 'systemInstruction', conversation) });
  asList(body.contents).forEach((content, index) => {
    const role = member(content, 'role') === 'model' ? 'assistant' : 'user';
    conversation.turns.push({ role, pieces: readParts(content, `contents[${index}]`, conversation) });
  });
  const config = member(body, 'generationConfig');
  const schema = member(config, 'responseJsonSchema') ?? member(config, 'responseSchema');
  if (schema !== undefined)
    conversation.format = { kind: 'schema', name: 'answer', schema: lowerTypes(schema), strict: undefined };
  else if (member(config, 'responseMimeType') === 'application/json') conversation.format = { kind: 'json' };
  const tools = Array.isArray(body.tools) ? body.tools : isObject(body.tools) ? [body.tools] : [];
  tools.forEach((tool, index) => {
    readTools(tool, `tools[${index}]`, conversation);
  });
  const calling = memberAt(body, 'toolConfig.functionCallingConfig');
  const mode = asText(member(calling, 'mode'))?.toUpperCase();
  const allowed = asList(member(calling, 'allowedFunctionNames'));
  if (mode === 'NONE') conversation.toolChoice = 'none';
  else if (mode === 'AUTO' || mode === 'VALIDATED') conversation.toolChoice = 'auto';
  else if (mode === 'ANY') conversation.toolChoice = allowed.length === 1 ? { name: String(allowed[0]) } : 'required';
  if (allowed.length > 1) conversation.unmapped.push('toolConfig.functionCallingConfig.allowedFunctionNames');
  noteUnknown(body, known, conversation);
  return conversation;
}

function readTools(tool: unknown, at: string, conversation: Conversation): void {
  if (!isObject(tool)) return;
  for (const [field, value] of Object.entries(tool)) {
    if (field === 'googleSearch' || field === 'google_search') conversation.webSearch = true;
    else if (field !== 'functionDeclarations' && field !== 'function_declarations')
      conversation.unmapped.push(`${at}.${field}`);
    else
      for (const declaration of asList(value))
        conversation.tools.push({
          name: asText(member(declaration, 'name')) ?? '',
          description: asText(member(declaration, 'description')),
          parameters: member(declaration, 'parametersJsonSchema') ?? lowerTypes(member(declaration, 'parameters')),
          strict: undefined,
        });
  }
}

/** Lowercases types: native schemas may spell them in capitals (`OBJECT`), JSON Schema does not. */
function lowerTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerTypes);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'type' && typeof value === 'string' ? value.toLowerCase() : lowerTypes(value),
    ]),
  );
}

function readParts(content: unknown, at: string, conversation: Conversation): Piece[] {
  return asList(member(content, 'parts')).flatMap((part, index): Piece[] => {
    const piece = member(part, 'thought') === true ? null : readPart(part);
    if (piece === null) conversation.unmapped.push(`${at}.parts[${index}]`);
    return piece === null ? [] : [piece];
  });
}

function readPart(part: unknown): Piece | null {
  const text = asText(member(part, 'text'));
  if (text !== null) return { kind: 'text', text };
  const inline = member(part, 'inlineData') ?? member(part, 'inline_data');
  const base64 = asText(member(inline, 'data'));
  if (base64 !== null) {
    const type = asText(member(inline, 'mimeType') ?? member(inline, 'mime_type')) ?? 'application/octet-stream';
    const url = `data:${type};base64,${base64}`;
    if (type.startsWith('image/')) return { kind: 'image', url, detail: undefined };
    if (type.startsWith('audio/')) return { kind: 'audio', base64, format: type.replace(/^audio\/(x-)?/, '') };
    return { kind: 'file', by: 'data', source: url, name: null };
  }
  const uri = asText(memberAt(part, 'fileData.fileUri'));
  if (uri !== null) {
    const isImage = asText(memberAt(part, 'fileData.mimeType'))?.startsWith('image/');
    return isImage
      ? { kind: 'image', url: uri, detail: undefined }
      : { kind: 'file', by: 'url', source: uri, name: null };
  }
  const call = member(part, 'functionCall');
  const called = asText(member(call, 'name'));
  if (called !== null)
    return {
      kind: 'call',
      id: asText(member(call, 'id')) ?? called,
      name: called,
      arguments: JSON.stringify(member(call, 'args') ?? {}),
    };
  const response = member(part, 'functionResponse');
  const answered = asText(member(response, 'id')) ?? asText(member(response, 'name'));
  if (answered === null) return null;
  return { kind: 'result', callId: answered, output: JSON.stringify(member(response, 'response') ?? {}) };
}

/** Writes the body of a native generate-content request. The model is not part of it: it belongs in the path. */
export function writeNativeBody(conversation: Conversation): JsonObject {
  const body: JsonObject = {};
  const system = conversation.turns.filter(({ role }) => role === 'system');
  const turns = conversation.turns.filter(({ role }) => role !== 'system');
  const names = new Map(
    turns.flatMap(({ pieces }) =>
      pieces.flatMap((piece) => (piece.kind === 'call' ? [[piece.id, piece.name] as const] : [])),
    ),
  );
  const parts = (pieces: Piece[]) => pieces.flatMap((piece) => writePart(piece, names, conversation));
  if (system.length > 0) body.systemInstruction = { parts: parts(system.flatMap(({ pieces }) => pieces)) };
  body.contents = joinTurns(turns).map(({ role, pieces }) => ({
    role: role === 'assistant' ? 'model' : 'user',
    parts: parts(pieces),
  }));
  const { effort, stop } = conversation.settings;
  if (stop && typeof stop.value === 'string') stop.value = [stop.value];
  if (effort) effort.value = String(effort.value).toUpperCase();
  writeSettings(body, places, conversation);
  const { format, tools, toolChoice } = conversation;
  if (format !== null) setMember(body, 'generationConfig.responseMimeType', 'application/json');
  if (format?.kind === 'schema') setMember(body, 'generationConfig.responseJsonSchema', format.schema);
  const offered: JsonObject[] = [];
  if (tools.length > 0)
    offered.push({
      functionDeclarations: tools.map(({ name, description, parameters }) => ({
        name,
        ...(description === null ? {} : { description }),
        ...(parameters === undefined ? {} : { parameters }),
      })),
    });
  if (conversation.webSearch) offered.push({ googleSearch: {} });
  if (offered.length > 0) body.tools = offered;
  if (toolChoice !== null) setMember(body, 'toolConfig.functionCallingConfig', writeChoice(toolChoice));
  return body;
}

function writeChoice(choice: NonNullable<Conversation['toolChoice']>): JsonObject {
  if (typeof choice !== 'string') return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  return { mode: choice === 'required' ? 'ANY' : choice.toUpperCase() };
}

/** Merges adjacent turns of one role: several tool results belong to one turn of calls. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) last.pieces.push(...turn.pieces);
    else joined.push({ role: turn.role, pieces: [...turn.pieces] });
  }
  return joined;
}

function writePart(piece: Piece, names: ReadonlyMap<string, string>, conversation: Conversation): JsonObject[] {
  switch (piece.kind) {
    case 'text':
      return [{ text: piece.text }];
    case 'audio':
      return [{ inlineData: { mimeType: `audio/${piece.format}`, data: piece.base64 } }];
    case 'image':
      return [writeAddress(piece.url)];
    case 'file':
      if (piece.by !== 'id') return [writeAddress(piece.source)];
      conversation.unmapped.push(`file ${piece.source}`);
      return [];
    case 'call':
      return [{ functionCall: { name: piece.name, args: parseJson(piece.arguments) ?? {} } }];
    case 'result': {
      const value = parseJson(piece.output);
      const response = isObject(value) ? value : { result: value ?? piece.output };
      return [{ functionResponse: { name: names.get(piece.callId) ?? piece.callId, response } }];
    }
  }
}

function writeAddress(url: string): JsonObject {
  const data = splitDataUrl(url);
  return data ? { inlineData: { mimeType: data.type, data: data.base64 } } : { fileData: { fileUri: url } };
}
