import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asRecord, asText, isRecord, type JsonRecord } from '../../json-value.ts';
import type { Media, Message, ToolCall } from '../../language/turn.ts';
import { mediaFromBase64, mediaFromUrl } from '../../media/attachment.ts';
import { invalidRequest } from '../../responses/errors.ts';
import { contentText } from '../turn-reading.ts';

const audioTypes: Record<string, string> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

/** Reads the messages of a chat request; `system` and `developer` messages become one system prompt. */
export function readChatMessages(
  authorized: AuthorizedRequest,
  list: unknown[],
): { system: string; messages: Message[] } {
  const system: string[] = [];
  const messages: Message[] = [];
  const toolNames = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    if (!isRecord(entry)) throw invalidRequest(authorized, `cannot unmarshal messages[${index}] into an object`, 400);
    const text = contentText(entry.content);
    if (entry.role === 'system' || entry.role === 'developer') {
      system.push(text);
      continue;
    }
    const calls = asList(entry.tool_calls).map(readCall);
    for (const call of calls) toolNames.set(call.id, call.name);
    const role =
      entry.role === 'assistant' ? 'assistant' : entry.role === 'tool' || entry.role === 'function' ? 'tool' : 'user';
    const tool = role === 'tool' ? (toolNames.get(asText(entry.tool_call_id)) ?? (asText(entry.name) || null)) : null;
    messages.push({ role, text, media: asList(entry.content).flatMap(readMedia), calls, tool });
  }
  return { system: system.join('\n\n'), messages };
}

function readCall(value: unknown): ToolCall {
  const call = asRecord(value);
  const definition = asRecord(call.function);
  return { id: asText(call.id), name: asText(definition.name), arguments: asText(definition.arguments) };
}

function readMedia(value: unknown): Media[] {
  const part = asRecord(value);
  if (part.type === 'image_url') return [mediaFromUrl(urlOf(part.image_url), null, 'image')];
  if (part.type === 'video_url') return [mediaFromUrl(urlOf(part.video_url), null, 'video')];
  if (part.type === 'input_audio') {
    const audio = asRecord(part.input_audio);
    return [mediaFromBase64(asText(audio.data), audioTypes[asText(audio.format)] ?? 'audio/wav')];
  }
  if (part.type === 'file') return [readFile(asRecord(part.file))];
  return [];
}

const urlOf = (value: unknown): string => asText(value) || asText(asRecord(value).url);

function readFile(file: JsonRecord): Media {
  const name = asText(file.filename) || null;
  const content = asText(file.file_data);
  if (content.startsWith('data:')) return mediaFromUrl(content, name, 'file');
  if (content) return mediaFromBase64(content, null, name);
  return { kind: 'file', name, declaredType: null, bytes: null, link: asText(file.file_id) };
}
