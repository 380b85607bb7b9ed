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
  maxTokens: ['max_output_tokens'],
  stream: ['stream'],
  effort: ['reasoning.effort'],
  verbosity: ['text.verbosity'],
  ...compatiblePlaces,
};

const known = [
  ...placesOf(places),
  'model',
  'input',
  'instructions',
  'stream_options',
  'text.format',
  'tools',
  'tool_choice',
];

/** Reads the body of a responses request. */
export function readResponsesBody(body: JsonObject): Conversation {
  const conversation = emptyConversation();
  conversation.model = asText(body.model);
  readSettings(body, places, conversation);
  const instructions = asText(body.instructions);
  if (instructions !== null)
    conversation.turns.push({ role: 'system', pieces: [{ kind: 'text', text: instructions }] });
  if (typeof body.input === 'string')
    conversation.turns.push({ role: 'user', pieces: [{ kind: 'text', text: body.input }] });
  asList(body.input).forEach((item, index) => {
    readItem(item, `input[${index}]`, conversation);
  });
  const format = memberAt(body, 'text.format');
  conversation.format = readFormat(member(format, 'type'), format);
  asList(body.tools).forEach((tool, index) => {
    const type = member(tool, 'type');
    const found = type === 'function' ? readTool(tool) : null;
    if (found) conversation.tools.push(found);
    else if (type === 'web_search' || type === 'web_search_preview') conversation.webSearch = true;
    else conversation.unmapped.push(`tools[${index}]`);
  });
  readToolChoice(body.tool_choice, memberAt(body, 'tool_choice.name'), conversation);
  noteUnknown(body, known, conversation);
  return conversation;
}

function readItem(item: unknown, at: string, conversation: Conversation): void {
  const type = member(item, 'type') ?? 'message';
  const callId = asText(member(item, 'call_id'));
  if (type === 'function_call' && callId !== null) {
    const call: Piece = {
      kind: 'call',
      id: callId,
      name: asText(member(item, 'name')) ?? '',
      arguments: asText(member(item, 'arguments')) ?? '{}',
    };
    // The calls of one reply are separate items here and belong to one turn elsewhere.
    const last = conversation.turns.at(-1);
    if (last?.role === 'assistant') last.pieces.push(call);
    else conversation.turns.push({ role: 'assistant', pieces: [call] });
  } else if (type === 'function_call_output' && callId !== null) {
    const output = member(item, 'output');
    const text = asText(output) ?? JSON.stringify(output ?? '');
    conversation.turns.push({ role: 'user', pieces: [{ kind: 'result', callId, output: text }] });
  } else if (type === 'message' && isObject(item)) {
    const role = item.role === 'assistant' ? 'assistant' : item.role === 'user' ? 'user' : 'system';
    conversation.turns.push({ role, pieces: readContent(item.content, `${at}.content`, conversation, readMedia) });
  } else conversation.unmapped.push(at);
}

function readMedia(part: unknown): Piece | null {
  const image = asText(member(part, 'image_url'));
  if (image !== null) return { kind: 'image', url: image, detail: member(part, 'detail') };
  for (const [field, by] of fileFields) {
    const source = asText(member(part, field));
    if (source !== null) return { kind: 'file', by, source, name: asText(member(part, 'filename')) };
  }
  return null;
}

const fileFields = [
  ['file_data', 'data'],
  ['file_url', 'url'],
  ['file_id', 'id'],
] as const;

/** Writes the body of a responses request. A leading system turn becomes `instructions`. */
export function writeResponsesBody(conversation: Conversation): JsonObject {
  const [first, ...others] = conversation.turns;
  const instructions = first?.role === 'system' ? onlyText(first.pieces) : null;
  const turns = instructions === null ? conversation.turns : others;
  const single = turns.length === 1 && turns[0]?.role === 'user' ? onlyText(turns[0].pieces) : null;
  const body: JsonObject = { model: conversation.model ?? '' };
  if (instructions !== null) body.instructions = instructions;
  body.input = single ?? turns.flatMap(writeTurn);
  writeSettings(body, places, conversation);
  const { format, tools, toolChoice } = conversation;
  if (format !== null) {
    const written = format.kind === 'json' ? { type: 'json_object' } : { type: 'json_schema', ...writeSchema(format) };
    body.text = { ...(isObject(body.text) ? body.text : {}), format: written };
  }
  const offered = [
    ...tools.map((tool) => ({ type: 'function', ...writeTool(tool) })),
    ...(conversation.webSearch ? [{ type: 'web_search' }] : []),
  ];
  if (offered.length > 0) body.tools = offered;
  if (toolChoice !== null)
    body.tool_choice = typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: toolChoice.name };
  return body;
}

function writeTurn(turn: Turn): JsonObject[] {
  const items: JsonObject[] = [];
  const content: JsonObject[] = [];
  for (const piece of turn.pieces) {
    if (piece.kind === 'call')
      items.push({ type: 'function_call', call_id: piece.id, name: piece.name, arguments: piece.arguments });
    else if (piece.kind === 'result')
      items.push({ type: 'function_call_output', call_id: piece.callId, output: piece.output });
    else content.push(writePiece(piece, turn.role));
  }
  return content.length > 0 ? [{ role: turn.role, content }, ...items] : items;
}

function writePiece(piece: Exclude<Piece, { kind: 'call' | 'result' }>, role: Turn['role']): JsonObject {
  switch (piece.kind) {
    case 'text':
      return { type: role === 'assistant' ? 'output_text' : 'input_text', text: piece.text };
    case 'image':
      return {
        type: 'input_image',
        image_url: piece.url,
        ...(piece.detail === undefined ? {} : { detail: piece.detail }),
      };
    case 'audio':
      return writeAudio(piece);
    case 'file': {
      const field = fileFields.find(([, by]) => by === piece.by)?.[0] as string;
      return { type: 'input_file', [field]: piece.source, ...(piece.name === null ? {} : { filename: piece.name }) };
    }
  }
}
