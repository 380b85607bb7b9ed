import { Buffer } from 'node:buffer';
import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { convertBody } from '#shared/protocol/convert-body.ts';
import { isObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';
import type { ReplyForm } from '#shared/protocol/part.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { storedBytes } from '../output/out-file.ts';
import { chatRouteIds } from '../specs/request-specs.ts';
import { UsageError } from '../usage-error.ts';
import type { PastChat } from './conversation.ts';
import { inHistory, readBody } from './wire-history.ts';

/** The last conversation of the terminal, read from the request that ended it. */
export interface ContinuedChat extends PastChat {
  /** The model that was asked. */
  model: string;
  /** Where and when, for the user. */
  place: string;
  /** Files of the conversation that are no longer stored, and not sent again. */
  lostFiles: number;
}

/** A reply may have been stopped, or cut off: it is continued as far as it arrived. */
const newest = 200;

/**
 * Reads the last conversation of the terminal from the history of requests: the messages of its last request, and the
 * reply to it. What was not recorded (`--no-history`) cannot be continued.
 *
 * @throws UsageError when there is none.
 */
export const readLastChat = (version: string): Promise<ContinuedChat> =>
  inHistory({ version }, async ({ client, files }) => {
    for (const exchange of await client.exchanges.list({ limit: newest, origin: 'terminal' })) {
      const said = isChat(exchange) ? await messagesOf(client, files, exchange) : null;
      if (said === null || exchange.model === null) continue;
      const { text, form } = await replyOf(client, exchange.id);
      if (text === '') continue;
      const place = `${exchange.connectionName}, ${new Date(exchange.startedAt).toLocaleString('en-US')}`;
      return { ...said, reply: { text, form, images: [], model: exchange.model }, model: exchange.model, place };
    }
    throw new UsageError(
      'There is no conversation to continue.',
      'Requests of patchbay chat are continued, unless they were sent with --no-history or --demo.',
    );
  });

const isChat = ({ routeId }: ExchangeSummary) => chatRouteIds.some((id) => id === routeId);

/**
 * Returns the messages of a recorded request, as a chat body has them; `null` when they cannot be read. A record names
 * the files of a body instead of repeating them; those of a gateway that is not saved are not kept.
 */
async function messagesOf(client: Client, files: FileStore, { id, routeId, model }: ExchangeSummary) {
  let sent = (await readBody(client, id, 'request')).toString('utf8');
  const { draft } = await client.exchanges.get({ id });
  const inline = draft?.body.kind === 'json' ? (draft.body.inline ?? []) : [];
  const lost: string[] = [];
  for (const { token, fileId } of inline) {
    const base64 = await base64Of(files, fileId);
    if (base64 === null) lost.push(token);
    else sent = sent.replaceAll(token, base64);
  }
  const text = routeId === 'chat.completions' ? sent : convertBody(sent, routeId, 'chat.completions', model)?.text;
  const body = parseJson(text ?? '');
  const messages = isObject(body) ? body.messages : null;
  if (!Array.isArray(messages) || !messages.every(isObject)) return null;
  return { messages: messages.map((message) => without(message, lost)), lostFiles: lost.length };
}

/** Leaves out the parts of a message whose files are lost. */
function without(message: JsonObject, tokens: readonly string[]): JsonObject {
  const { content } = message;
  if (tokens.length === 0 || !Array.isArray(content)) return message;
  const isKept = (part: unknown) => !tokens.some((token) => JSON.stringify(part).includes(token));
  return { ...message, content: content.filter(isKept) };
}

async function base64Of(files: FileStore, id: string): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of storedBytes(files, id)) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('base64');
}

async function replyOf(client: Client, id: string): Promise<{ text: string; form: ReplyForm | null }> {
  let text = '';
  let form: ReplyForm | null = null;
  for await (const part of client.exchanges.watch({ id })) {
    if (part.type === 'text-delta' && !part.choice) text += part.text;
    if (part.type === 'text-final' && !part.choice) text = part.text;
    if (part.type === 'reply-form' && part.protocol === 'chat.completions') form = part;
  }
  return { text, form };
}
