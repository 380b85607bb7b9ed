import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { asList, asText } from '../../json-value.ts';
import { shorten } from '../../language/tokens.ts';
import { type Message, textMessage } from '../../language/turn.ts';

const mostResponses = 200;
const mostBytes = 64 * 1024 * 1024;

/**
 * Conversations of earlier responses, for `previous_response_id`. Instructions are not part of them. The oldest are
 * dropped first.
 */
export interface ResponseMemory {
  keep(id: string, messages: Message[], reasoned: boolean): void;
  recall(id: string): Message[] | null;
  /** Whether a kept response began with a reasoning item. */
  reasonedIn(id: string): boolean;
}

export function createResponseMemory(): ResponseMemory {
  const kept = new Map<string, { messages: Message[]; sizeBytes: number; reasoned: boolean }>();
  let totalBytes = 0;
  return {
    keep(id, messages, reasoned) {
      const sizeBytes = messages.reduce((sum, message) => sum + sizeOf(message), 0);
      kept.set(id, { messages, sizeBytes, reasoned });
      totalBytes += sizeBytes;
      for (const [oldest, entry] of kept) {
        if (kept.size <= mostResponses && totalBytes <= mostBytes) break;
        kept.delete(oldest);
        totalBytes -= entry.sizeBytes;
      }
    },
    recall: (id) => kept.get(id)?.messages ?? null,
    reasonedIn: (id) => kept.get(id)?.reasoned ?? false,
  };
}

const sizeOf = ({ text, media }: Message): number =>
  media.reduce((sum, item) => sum + (item.bytes?.length ?? 0), Buffer.byteLength(text));

const keptCharacters = 160;

/**
 * Packs a conversation into the text of a compaction item: the beginning of every message, compressed. Real gateways
 * encrypt it; for a client it is opaque either way.
 */
export function packMessages(messages: Message[]): string {
  const digest = messages.map(({ role, text }) => [role, shorten(text, keptCharacters)]);
  return deflateRawSync(JSON.stringify(digest)).toString('base64url');
}

/**
 * Returns the messages in a compaction item, which replaces everything before it; `null` if the text is not one of
 * ours.
 */
export function unpackMessages(packed: string): Message[] | null {
  try {
    const digest: unknown = JSON.parse(
      inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: 2 ** 24 }).toString(),
    );
    return asList(digest).map((entry) => {
      const [role, text] = asList(entry);
      return textMessage(role === 'assistant' || role === 'tool' ? role : 'user', asText(text));
    });
  } catch {
    return null;
  }
}
