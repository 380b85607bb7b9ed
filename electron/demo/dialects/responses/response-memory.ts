import type { Message } from '../../language/turn.ts';

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
