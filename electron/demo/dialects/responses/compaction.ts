import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { asList, asText } from '../../json-value.ts';
import { shorten } from '../../language/composition.ts';
import { type Message, textMessage } from '../../language/turn.ts';

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
