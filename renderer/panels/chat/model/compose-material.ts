import type { Attachment, Conversation, Turn } from './conversation.ts';

/** What each protocol's composer works with. */
export interface Material {
  conversation: Conversation;
  /** The turns to send, oldest first. */
  turns: readonly Turn[];
  /** The selected parameters, already in the shape of the body. */
  fragment: Record<string, unknown>;
  /** Placeholder for the base64 of a file in the body text; the core inserts the bytes while sending. */
  base64Of: (attachment: Attachment) => string;
  tools: readonly { name: string; description: string; schema: unknown }[];
  schema: { name: string; schema: unknown } | null;
}
