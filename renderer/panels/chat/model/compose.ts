import { composeChat } from './compose-chat.ts';
import { composeNative } from './compose-native.ts';
import { composeResponses } from './compose-responses.ts';
import type { Attachment, Conversation, TextRouteId, Turn } from './conversation.ts';
import { bodyFragment, parametersOf, settingOf } from './parameters.ts';

/** A body as it will be sent, and what could not be put into it. */
export interface Composed {
  /** JSON, two spaces, byte for byte what is sent once the file tokens are replaced. */
  text: string;
  inline: { token: string; fileId: string }[];
  /** Names of ticked parameters or tools that can not be sent as they are. */
  problems: string[];
}

/** What a protocol's composer works with. */
export interface Material {
  conversation: Conversation;
  /** The turns to send, oldest first. */
  turns: readonly Turn[];
  /** The ticked parameters, already in the shape of the body. */
  fragment: Record<string, unknown>;
  /** Stands for the base64 of a file in the body text; the core puts the bytes in while sending. */
  base64Of: (attachment: Attachment) => string;
  tools: readonly { name: string; description: string; schema: unknown }[];
  schema: { name: string; schema: unknown } | null;
}

/** The token that stands for a file's base64. File ids are random, so no text a person types is one by accident. */
export const fileToken = (fileId: string): string => `patchbay-file:${fileId}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Composes the body for the conversation's route from the given turns; pure. */
export function compose(conversation: Conversation, turns: readonly Turn[]): Composed {
  if (conversation.override !== null)
    return { text: conversation.override, inline: inlineIn(conversation.override, turns), problems: [] };
  const { fragment, problems } = bodyFragment(conversation.parameters, conversation.routeId);
  const used = new Map<string, string>();
  const tools = conversation.tools.flatMap((tool) => {
    const schema = tool.parameters.trim() ? parseJson(tool.parameters) : { type: 'object', properties: {} };
    if (schema === undefined || !tool.name) {
      problems.push(tool.name || 'tool');
      return [];
    }
    return [{ name: tool.name, description: tool.description, schema }];
  });
  const schema = conversation.schema.on ? parseJson(conversation.schema.text) : undefined;
  if (conversation.schema.on && schema === undefined) problems.push('schema');
  const material: Material = {
    conversation,
    turns,
    fragment,
    tools,
    schema: schema === undefined ? null : { name: conversation.schema.name || 'answer', schema },
    base64Of: ({ file }) => {
      const token = fileToken(file.id);
      used.set(token, file.id);
      return token;
    },
  };
  const body = composers[conversation.routeId](material);
  return {
    text: JSON.stringify(body, null, 2),
    inline: [...used].map(([token, fileId]) => ({ token, fileId })),
    problems,
  };
}

/** A body typed by hand may still hold the tokens of files that are attached to the turns it was made from. */
function inlineIn(text: string, turns: readonly Turn[]): Composed['inline'] {
  return turns
    .flatMap((turn) => (turn.role === 'user' ? turn.attachments : []))
    .map(({ file }) => ({ token: fileToken(file.id), fileId: file.id }))
    .filter(({ token }) => text.includes(token));
}

const composers: Record<TextRouteId, (material: Material) => Record<string, unknown>> = {
  'chat.completions': composeChat,
  responses: composeResponses,
  'native.generateContent': composeNative,
  'native.streamGenerateContent': composeNative,
};

/** True when the composed request asks for a streamed answer. */
export function asksForStream(conversation: Conversation): boolean {
  if (conversation.override !== null)
    return (parseJson(conversation.override) as { stream?: unknown } | undefined)?.stream === true;
  const stream = parametersOf[conversation.routeId].find((parameter) => parameter.name === 'stream');
  if (!stream) return conversation.routeId === 'native.streamGenerateContent';
  const { on, value } = settingOf(conversation.parameters, conversation.routeId, stream);
  return on && value === true;
}
