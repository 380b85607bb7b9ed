import type { Part } from '#shared/protocol/part.ts';

/** One of the replies of a response, assembled from its parts. */
export interface Reply {
  reasoning: string;
  text: string;
  refusal: string;
  calls: { name: string; arguments: string }[];
}

/** By choice; holes where a choice sent nothing. */
export type Replies = readonly (Reply | undefined)[];

const blank: Reply = { reasoning: '', text: '', refusal: '', calls: [] };

/** Adds one part to the replies. Calls that were cut off keep what arrived. */
export function foldReply(replies: Replies, part: Part): Replies {
  const choice = 'choice' in part ? (part.choice ?? 0) : 0;
  const before = replies[choice];
  const reply = addToReply(before, part);
  return reply === null ? replies : put(replies, choice, reply);
}

/** Adds one part of its choice to a reply; `null` where the part is not of a reply's words. */
export function addToReply(before: Partial<Reply> | undefined, part: Part): Reply | null {
  const reply = { ...blank, ...before };
  switch (part.type) {
    case 'text-delta':
      return { ...reply, text: reply.text + part.text };
    case 'text-final':
      return { ...reply, text: part.text };
    // What was said aloud is said.
    case 'audio':
      return part.transcript === undefined ? null : { ...reply, text: reply.text + part.transcript };
    case 'reasoning-delta':
      return { ...reply, reasoning: reply.reasoning + part.text };
    case 'refusal-delta':
      return { ...reply, refusal: reply.refusal + part.text };
    case 'tool-delta': {
      const { name = '', arguments: known = '' } = reply.calls[part.index] ?? {};
      const call = { name: part.name ?? name, arguments: known + (part.arguments ?? '') };
      return { ...reply, calls: put(reply.calls, part.index, call) };
    }
    case 'tool-call':
      return { ...reply, calls: put(reply.calls, part.index, { name: part.name, arguments: part.arguments }) };
    default:
      return null;
  }
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  const next = [...list];
  next[at] = value;
  return next;
}
