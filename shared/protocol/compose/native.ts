import { isObject, parseJson } from '../json.ts';
import { type Attachment, type Base64Of, type Material, type PromptTurn, wordsOf } from './material.ts';

/** Composes the body of `POST /v1beta/models/{model}:generateContent`. The model is in the path, never in the body. */
export function composeNative(material: Material): Record<string, unknown> {
  const { system, turns, fragment, tools, schema, entriesOf } = material;
  const generationConfig = {
    ...(fragment.generationConfig as Record<string, unknown> | undefined),
    ...(schema ? { responseMimeType: 'application/json', responseJsonSchema: schema.schema } : {}),
  };
  const { generationConfig: _replaced, ...others } = fragment;
  return {
    contents: entriesOf(turns),
    ...(system ? { systemInstruction: { parts: [{ text: system }] } } : {}),
    ...(Object.keys(generationConfig).length ? { generationConfig } : {}),
    ...(tools.length > 0
      ? {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, schema: parameters }) => ({
                name,
                ...(description ? { description } : {}),
                parameters,
              })),
            },
          ],
        }
      : {}),
    ...others,
  };
}

/** Returns the contents of one turn. */
export function nativeContents(turn: PromptTurn, base64Of: Base64Of): unknown[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          parts: [
            ...(turn.text || turn.attachments.length === 0 ? [{ text: turn.text }] : []),
            ...turn.attachments.map((attachment) => mediaPart(attachment, base64Of)),
          ],
        },
      ];
    case 'assistant': {
      const parts = [
        ...(wordsOf(turn.answer) ? [{ text: wordsOf(turn.answer) }] : []),
        ...(turn.answer.images ?? []).flatMap(({ file }) => (file ? mediaPart({ file, text: null }, base64Of) : [])),
        ...turn.answer.calls.map(({ id, name, arguments: args }) => ({
          functionCall: { ...(id ? { id } : {}), name, args: objectOf(args) },
        })),
      ];
      return parts.length ? [{ role: 'model', parts }] : [];
    }
    case 'tool':
      return [
        {
          role: 'user',
          parts: turn.outputs.map(({ callId, name, output }) => ({
            functionResponse: { ...(callId ? { id: callId } : {}), name, response: responseOf(output) },
          })),
        },
      ];
  }
}

function mediaPart(attachment: Attachment, base64Of: Base64Of): unknown {
  const { file, text } = attachment;
  if (text !== null) return { text: `${file.name}:\n${text}` };
  return { inlineData: { mimeType: file.type, data: base64Of(attachment) } };
}

function objectOf(json: string): unknown {
  const value = parseJson(json);
  return value === undefined ? {} : value;
}

/** The native protocol requires an object: plain text is wrapped as `{ "result": ... }`. */
function responseOf(output: string): unknown {
  const value = objectOf(output || '""');
  return isObject(value) && Object.keys(value).length > 0 ? value : { result: output };
}
