import type { JsonObject } from '../json.ts';
import type { FileRef, ReplyForm } from '../part.ts';
import type { TextRouteId } from './text-parameters.ts';

/** A file attached to a turn. Small text files carry their text and are sent as text; all others as base64. */
export interface Attachment {
  file: FileRef;
  text: string | null;
}

/** What a text request contains of one turn. */
export type PromptTurn = PromptUserTurn | PromptReplyTurn | PromptToolTurn;

export interface PromptUserTurn {
  role: 'user';
  text: string;
  attachments: readonly Attachment[];
}

/** An image of a reply. Without its file, which only old replies and images known by their URL lack, it is not sent. */
export interface PromptImage {
  file?: FileRef;
  /** The final image never arrived. */
  isPreview?: true;
}

export interface PromptReplyTurn {
  role: 'assistant';
  routeId: TextRouteId;
  /** Where it came from; unknown for replies that were held elsewhere. */
  connectionId?: string;
  model?: string;
  answer: {
    text: string;
    /** What the model said in place of a reply. */
    refusal?: string;
    calls: readonly { id: string; name: string; arguments: string }[];
    /** The gateway's id of the reply, which a request can refer to where the gateway stores replies. */
    answerId: string | null;
    /** What belongs to it besides text and calls. Absent where there is nothing, and in replies of earlier versions. */
    form?: ReplyForm;
    images?: readonly PromptImage[];
  };
  /** What is sent in place of text, calls and images: entries of the list of the body. */
  entries?: readonly JsonObject[];
}

/** Returns the words of a reply as they are sent: a refusal is the reply that it took the place of. */
export const wordsOf = ({ text, refusal = '' }: PromptReplyTurn['answer']): string => text || refusal;

export interface PromptOutput {
  callId: string;
  name: string;
  output: string;
  /** The call has free text as its input: its output has another type in the Responses protocol. */
  isCustom?: true;
}

/** Outputs for the tool calls of the reply above, in their order. */
export interface PromptToolTurn {
  role: 'tool';
  outputs: readonly PromptOutput[];
}

/** A function the model may call, and its JSON schema. */
export interface PromptTool {
  name: string;
  description: string;
  schema: unknown;
}

/** Returns the placeholder for the base64 of a file in the body text; the core inserts the bytes while sending. */
export type Base64Of = (attachment: Attachment) => string;

/** Where the turns are sent, and what of the replies among them. */
export interface PromptTarget {
  routeId: TextRouteId;
  connectionId: string | null;
  model: string;
  /** Images of replies are sent as well. */
  sendsImages: boolean;
  /** What the provider demands back with replies is sent: signatures, reasoning, items. */
  sendsForms: boolean;
  /** The gateway is asked not to store the reply. */
  storesNothing: boolean;
}

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
