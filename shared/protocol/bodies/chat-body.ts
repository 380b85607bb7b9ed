import { asList, asText, isObject, type JsonObject, member, memberAt } from '../json.ts';
import {
  compatiblePlaces,
  readContent,
  readFormat,
  readTool,
  readToolChoice,
  writeAudio,
  writeSchema,
  writeTool,
} from './compatible.ts';
import {
  type Conversation,
  emptyConversation,
  noteUnknown,
  onlyText,
  type Piece,
  placesOf,
  readSettings,
  type SettingPlaces,
  type Turn,
  writeSettings,
} from './conversation.ts';

const places: SettingPlaces = {
  temperature: ['temperature'],
  topP: ['top_p'],
  topK: ['top_k'],
  maxTokens: ['max_tokens', 'max_completion_tokens'],
  stop: ['stop'],
  count: ['n'],
  seed: ['seed'],
  presencePenalty: ['presence_penalty'],
  frequencyPenalty: ['frequency_penalty'],
  stream: ['stream'],
  effort: ['reasoning_effort'],
  verbosity: ['verbosity'],
  ...compatiblePlaces,
};

const known = [
  ...placesOf(places),
  'model',
  'messages',
  'stream_options',
  'response_format',
  'tools',
  'tool_choice',
  'web_search_options',
];

/** Reads the body of a chat completion. */
export function readChatBody(body: JsonObject): Conversation {
  const conversation = emptyConversation();
  conversation.model = asText(body.model);
  readSettings(body, places, conversation);
  asList(body.messages).forEach((message, index) => {
    readMessage(message, `messages[${index}]`, conversation);
  });
  const format = body.response_format;
  conversation.format = readFormat(member(format, 'type'), member(format, 'json_schema'));
  asList(body.tools).forEach((tool, index) => {
    const found = member(tool, 'type') === 'function' ? readTool(member(tool, 'function')) : null;
    if (found) conversation.tools.push(found);
    else conversation.unmapped.push(`tools[${index}]`);
  });
  conversation.webSearch = isObject(body.web_search_options);
  readToolChoice(body.tool_choice, memberAt(body, 'tool_choice.function.name'), conversation);
  noteUnknown(body, known, conversation);
  return conversation;
}

function readMessage(message: unknown, at: string, conversation: Conversation): void {
  if (!isObject(message)) {
    conversation.unmapped.push(at);
    return;
  }
  const pieces = readContent(message.content, `${at}.content`, conversation, readMedia);
  const role = message.role;
  if (role === 'tool' || role === 'function') {
    const callId = asText(message.tool_call_id) ?? asText(message.name) ?? '';
    conversation.turns.push({ role: 'user', pieces: [{ kind: 'result', callId, output: onlyText(pieces) ?? '' }] });
    return;
  }
  asList(message.tool_calls).forEach((call, index) => {
    const name = asText(memberAt(call, 'function.name'));
    if (name === null) conversation.unmapped.push(`${at}.tool_calls[${index}]`);
    else
      pieces.push({
        kind: 'call',
        id: asText(member(call, 'id')) ?? name,
        name,
        arguments: asText(memberAt(call, 'function.arguments')) ?? '{}',
      });
  });
  for (const field of Object.keys(message))
    if (!['role', 'content', 'tool_calls'].includes(field) && message[field] !== null)
      conversation.unmapped.push(`${at}.${field}`);
  const speaker: Turn['role'] =
    role === 'assistant' ? 'assistant' : role === 'system' || role === 'developer' ? 'system' : 'user';
  conversation.turns.push({ role: speaker, pieces });
}

function readMedia(part: unknown): Piece | null {
  const image = member(part, 'image_url');
  const url = asText(image) ?? asText(member(image, 'url'));
  if (url !== null) return { kind: 'image', url, detail: member(image, 'detail') };
  const name = asText(memberAt(part, 'file.filename'));
  const inline = asText(memberAt(part, 'file.file_data'));
  if (inline !== null) return { kind: 'file', by: 'data', source: inline, name };
  const id = asText(memberAt(part, 'file.file_id'));
  return id === null ? null : { kind: 'file', by: 'id', source: id, name };
}

/** Writes the body of a chat completion. */
export function writeChatBody(conversation: Conversation): JsonObject {
  const body: JsonObject = {
    model: conversation.model ?? '',
    messages: conversation.turns.flatMap((turn) => writeTurn(turn, conversation)),
  };
  writeSettings(body, places, conversation);
  const { format, tools, toolChoice } = conversation;
  if (format?.kind === 'json') body.response_format = { type: 'json_object' };
  if (format?.kind === 'schema') body.response_format = { type: 'json_schema', json_schema: writeSchema(format) };
  if (tools.length > 0) body.tools = tools.map((tool) => ({ type: 'function', function: writeTool(tool) }));
  if (conversation.webSearch) body.web_search_options = {};
  if (toolChoice !== null)
    body.tool_choice =
      typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: { name: toolChoice.name } };
  return body;
}

function writeTurn(turn: Turn, conversation: Conversation): JsonObject[] {
  const results = turn.pieces.flatMap((piece) =>
    piece.kind === 'result' ? [{ role: 'tool', tool_call_id: piece.callId, content: piece.output }] : [],
  );
  const calls = turn.pieces.flatMap((piece) =>
    piece.kind === 'call'
      ? [{ id: piece.id, type: 'function', function: { name: piece.name, arguments: piece.arguments } }]
      : [],
  );
  const rest = turn.pieces.filter(({ kind }) => kind !== 'result' && kind !== 'call');
  if (rest.length === 0 && calls.length === 0) return results;
  const text = onlyText(rest);
  const content = text ?? rest.map((piece) => writePiece(piece, conversation));
  return [
    ...results,
    {
      role: turn.role,
      content: rest.length === 0 ? null : content,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}

function writePiece(piece: Piece, conversation: Conversation): JsonObject {
  if (piece.kind === 'image')
    return {
      type: 'image_url',
      image_url: { url: piece.url, ...(piece.detail === undefined ? {} : { detail: piece.detail }) },
    };
  if (piece.kind === 'audio') return writeAudio(piece);
  if (piece.kind === 'file' && piece.by !== 'url')
    return {
      type: 'file',
      file: {
        [piece.by === 'id' ? 'file_id' : 'file_data']: piece.source,
        ...(piece.name === null ? {} : { filename: piece.name }),
      },
    };
  if (piece.kind === 'text') return { type: 'text', text: piece.text };
  const source = piece.kind === 'file' ? piece.source : '';
  conversation.unmapped.push(`file ${source}`);
  return { type: 'text', text: source };
}
