import { type Attachment, type Base64Of, type Material, type PromptTurn, wordsOf } from './material.ts';

/** Composes the body of `POST /v1/responses`. Tools and the schema are flat here, and `image_url` is a plain string. */
export function composeResponses(material: Material): Record<string, unknown> {
  const { model, system, fragment, tools, schema, entriesOf } = material;
  const stored = replyStoredByGateway(material);
  const turns = stored ? material.turns.slice(material.turns.indexOf(stored) + 1) : material.turns;
  const [first, ...others] = turns;
  const plain = others.every(isEmpty) && first?.role === 'user' && first.attachments.length === 0;
  return {
    model,
    ...(system ? { instructions: system } : {}),
    input: plain ? first.text : entriesOf(turns),
    ...(stored ? { previous_response_id: stored.answer.answerId } : {}),
    ...fragment,
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, schema: parameters }) => ({
            type: 'function',
            name,
            ...(description ? { description } : {}),
            parameters,
            strict: false,
          })),
        }
      : {}),
    ...(schema
      ? {
          text: {
            ...(fragment.text as Record<string, unknown> | undefined),
            format: { type: 'json_schema', name: schema.name, strict: true, schema: schema.schema },
          },
        }
      : {}),
  };
}

/** Whether a turn adds no item, such as an empty reply. */
const isEmpty = (turn: PromptTurn): boolean => responsesItems(turn, () => '').length === 0;

/** Returns the newest reply that the gateway itself stores, when the user lets it keep the conversation. */
function replyStoredByGateway({ refersToStored, turns }: Material) {
  if (!refersToStored) return null;
  const answer = turns.findLast((turn) => turn.role === 'assistant');
  return answer?.role === 'assistant' && answer.routeId === 'responses' && answer.answer.answerId ? answer : null;
}

/** Returns the items of one turn. */
export function responsesItems(turn: PromptTurn, base64Of: Base64Of): unknown[] {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: turn.attachments.length
            ? [
                ...(turn.text ? [{ type: 'input_text', text: turn.text }] : []),
                ...turn.attachments.map((attachment) => contentPart(attachment, base64Of)),
              ]
            : turn.text,
        },
      ];
    case 'assistant':
      return [
        ...(wordsOf(turn.answer)
          ? [{ role: 'assistant', content: [{ type: 'output_text', text: wordsOf(turn.answer) }] }]
          : []),
        ...turn.answer.calls.map((call) => ({
          type: 'function_call',
          call_id: call.id,
          name: call.name,
          arguments: call.arguments,
        })),
      ];
    case 'tool':
      return turn.outputs.map(({ callId, output, isCustom }) => ({
        type: isCustom ? 'custom_tool_call_output' : 'function_call_output',
        call_id: callId,
        output,
      }));
  }
}

function contentPart(attachment: Attachment, base64Of: Base64Of): unknown {
  const { file, text } = attachment;
  if (text !== null) return { type: 'input_text', text: `${file.name}:\n${text}` };
  const data = `data:${file.type};base64,${base64Of(attachment)}`;
  if (file.type.startsWith('image/')) return { type: 'input_image', image_url: data };
  return { type: 'input_file', filename: file.name, file_data: data };
}
