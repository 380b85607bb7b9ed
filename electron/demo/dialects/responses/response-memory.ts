import type { Message } from '../../language/turn.ts';

const keptResponses = 200;

/** Conversations of earlier responses, for `previous_response_id`. Instructions are not part of them. */
export interface ResponseMemory {
  keep(id: string, messages: Message[]): void;
  recall(id: string): Message[] | null;
}

export function createResponseMemory(): ResponseMemory {
  const kept = new Map<string, Message[]>();
  return {
    keep(id, messages) {
      kept.set(id, messages);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptResponses) break;
        kept.delete(oldest);
      }
    },
    recall: (id) => kept.get(id) ?? null,
  };
}
