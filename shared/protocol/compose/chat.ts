import { type Attachment, type Base64Of, type Material, type PromptTurn, wordsOf } from './material.ts';

/** Composes the body of `POST /v1/chat/completions`. */
export function composeChat(material: Material): Record<string, unknown> {
  const { model, system, turns, fragment, tools, schema, entriesOf } = material;
  return {
    model,
    messages: [...(system ? [{ role: 'system', content: system }] : []), ...entriesOf(turns)],
    ...fragment,
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, schema: parameters }) => ({
            type: 'function',
            function: { name, ...(description ? { description } : {}), parameters },
          })),
        }
      : {}),
    ...(schema
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { name: schema.name, strict: true, schema: schema.schema },
          },
        }
      : {}),
  };
}

/** Returns the messages of one turn. */
export function chatMessages(turn: PromptTurn, base64Of: Base64Of): unknown[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: turn.attachments.length
            ? [
                ...(turn.text ? [{ type: 'text', text: turn.text }] : []),
                ...turn.attachments.map((attachment) => contentPart(attachment, base64Of)),
              ]
            : turn.text,
        },
      ];
    case 'assistant': {
      const { calls } = turn.answer;
      const text = wordsOf(turn.answer);
      if (!text && calls.length === 0) return [];
      return [
        {
          role: 'assistant',
          content: text || null,
          ...(calls.length
            ? {
                tool_calls: calls.map((call) => ({
                  id: call.id,
                  type: 'function',
                  function: { name: call.name, arguments: call.arguments },
                })),
              }
            : {}),
        },
      ];
    }
    case 'tool':
      return turn.outputs.map(({ callId, output }) => ({ role: 'tool', tool_call_id: callId, content: output }));
  }
}

function contentPart(attachment: Attachment, base64Of: Base64Of): unknown {
  const { file, text } = attachment;
  if (text !== null) return { type: 'text', text: `${file.name}:\n${text}` };
  const kind = file.type.split('/')[0];
  if (kind === 'image')
    return { type: 'image_url', image_url: { url: `data:${file.type};base64,${base64Of(attachment)}` } };
  if (kind === 'audio')
    return { type: 'input_audio', input_audio: { data: base64Of(attachment), format: audioFormat(file.type) } };
  return {
    type: 'file',
    file: { filename: file.name, file_data: `data:${file.type};base64,${base64Of(attachment)}` },
  };
}

/**
 * Returns one of the two formats the field accepts, by media type; anything else is named by its own subtype and left
 * to the model.
 */
function audioFormat(mediaType: string): string {
  if (/wav/.test(mediaType)) return 'wav';
  if (/mpeg|mp3/.test(mediaType)) return 'mp3';
  return mediaType.split('/')[1]?.replace(/^x-/, '').split(';')[0] ?? 'wav';
}
