import type { DraftInput } from '#shared/contract/exchanges.ts';
import { composeBody } from '#shared/protocol/compose/compose.ts';
import { type InlineFile, inlineFile } from '#shared/protocol/compose/inline-file.ts';
import type { PromptTool } from '#shared/protocol/compose/material.ts';
import { bodyFragment, parametersOf, previousResponse, settingOf } from '#shared/protocol/compose/text-parameters.ts';
import { base64Bytes } from '../../../lib/files/uploads.ts';
import { turnsInContext } from './context.ts';
import { type Conversation, sendsTools, type Turn } from './conversation.ts';

/** A body as it will be sent, and what could not be put into it. */
export interface Composed {
  /** JSON, indented by two spaces, byte for byte what is sent once the file tokens are replaced. */
  text: string;
  inline: InlineFile[];
  /** Names of selected parameters or tools that cannot be sent as they are. */
  problems: string[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the size of the body as it is sent: UTF-8, with the base64 of each file in place of its token. */
export function bodyBytes({ text, inline }: { text: string; inline: readonly InlineFile[] }): number {
  const grown = inline.map(
    ({ token, sizeBytes }) => (text.split(token).length - 1) * (base64Bytes(sizeBytes) - token.length),
  );
  return grown.reduce((sum, bytes) => sum + bytes, utf8Bytes(text));
}

const chunkLength = 65_536;

/** Returns the length in UTF-8. Only the parts of a long body that are not plain ASCII are encoded to count them. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + chunkLength);
    // A pair of surrogates is one character.
    if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to += 1;
    const chunk = text.slice(from, to);
    bytes += /^[\0-\x7f]*$/.test(chunk) ? chunk.length : encoder.encode(chunk).length;
    from = to;
  }
  return bytes;
}

const encoder = new TextEncoder();

/** Composes the body for the conversation's route from the given turns that are in its context; pure. */
export function compose(conversation: Conversation, given: readonly Turn[]): Composed {
  const turns = turnsInContext(given);
  if (conversation.override !== null)
    return { text: conversation.override, inline: inlineIn(conversation.override, given), problems: [] };
  const { fragment, problems } = bodyFragment(conversation.parameters, conversation.routeId);
  const tools = (sendsTools(conversation) ? conversation.tools : []).flatMap((tool): PromptTool[] => {
    const schema = tool.parameters.trim() ? parseJson(tool.parameters) : { type: 'object', properties: {} };
    if (schema === undefined || !tool.name) {
      problems.push(tool.name || 'tool');
      return [];
    }
    return [{ name: tool.name, description: tool.description, schema }];
  });
  const schema = conversation.schema.on ? parseJson(conversation.schema.text) : undefined;
  if (conversation.schema.on && schema === undefined) problems.push('schema');
  const { body, inline } = composeBody(conversation.routeId, {
    model: conversation.model,
    system: conversation.system,
    turns,
    fragment,
    refersToStored: refersToStored(conversation),
    tools,
    schema: schema === undefined ? null : { name: conversation.schema.name || 'answer', schema },
  });
  return { text: JSON.stringify(body, null, 2), inline, problems };
}

/** Whether the user lets the gateway keep the conversation and refers to what it stored. */
function refersToStored({ parameters }: Conversation): boolean {
  const parameter = parametersOf.responses.find(({ name }) => name === previousResponse);
  const setting = parameter && settingOf(parameters, 'responses', parameter);
  return setting?.on === true && setting.value === true;
}

/** An edited body may still contain tokens of files attached to the turns it was made from. */
function inlineIn(text: string, turns: readonly Turn[]): Composed['inline'] {
  return turns
    .flatMap((turn) => (turn.role === 'user' ? turn.attachments : []))
    .map(inlineFile)
    .filter(({ token }) => text.includes(token));
}

/** Whether the composed request asks for a streamed response. */
export function requestsStream(conversation: Conversation): boolean {
  if (conversation.override !== null)
    return (parseJson(conversation.override) as { stream?: unknown } | undefined)?.stream === true;
  const stream = parametersOf[conversation.routeId].find((parameter) => parameter.name === 'stream');
  if (!stream) return conversation.routeId === 'native.streamGenerateContent';
  const { on, value } = settingOf(conversation.parameters, conversation.routeId, stream);
  return on && value === true;
}

/** Returns the draft that sends a composed body to the conversation's route. */
export const draftFor = (
  { connectionId, keyId, routeId, model }: Conversation & { connectionId: string },
  { text, inline }: Pick<Composed, 'text' | 'inline'>,
): DraftInput => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
  params: routeId.startsWith('native.') ? { model } : {},
  body: { kind: 'json', text, inline: inline.map(({ token, fileId }) => ({ token, fileId })) },
});
