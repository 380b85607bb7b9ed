import type { FileRef } from '../part.ts';
import type { TextRouteId } from './text-parameters.ts';

/** A file attached to a turn. Small text files carry their text and are sent as text; all others as base64. */
export interface Attachment {
  file: FileRef;
  text: string | null;
}

/** What a text request contains of one turn. */
export type PromptTurn = PromptUserTurn | PromptReplyTurn | PromptToolTurn;

interface PromptUserTurn {
  role: 'user';
  text: string;
  attachments: readonly Attachment[];
}

interface PromptReplyTurn {
  role: 'assistant';
  routeId: TextRouteId;
  answer: {
    text: string;
    calls: readonly { id: string; name: string; arguments: string }[];
    /** The gateway's id of the reply, which a request can refer to where the gateway stores replies. */
    answerId: string | null;
  };
}

/** Outputs for the tool calls of the reply above. */
interface PromptToolTurn {
  role: 'tool';
  outputs: readonly { callId: string; name: string; output: string }[];
}

/** A function the model may call, and its JSON schema. */
export interface PromptTool {
  name: string;
  description: string;
  schema: unknown;
}

/** Returns the placeholder for the base64 of a file in the body text; the core inserts the bytes while sending. */
export type Base64Of = (attachment: Attachment) => string;

/** What each protocol's composer works with. */
export interface Material {
  model: string;
  /** The system prompt; empty for none. */
  system: string;
  /** The turns to send, oldest first. */
  turns: readonly PromptTurn[];
  /** The selected parameters, already in the shape of the body. */
  fragment: Record<string, unknown>;
  /** The gateway keeps the conversation: only turns below its newest stored reply are sent (`responses` only). */
  refersToStored: boolean;
  tools: readonly PromptTool[];
  /** A JSON schema that the reply must match. */
  schema: { name: string; schema: unknown } | null;
  /** Returns the entries of these turns in the list of the body, or what takes their place. */
  entriesOf: (turns: readonly PromptTurn[]) => unknown[];
}
