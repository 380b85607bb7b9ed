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
  switch (part.type) {
    case 'text-delta':
      return change(replies, part, ({ text }) => ({ text: text + part.text }));
    case 'text-final':
      return change(replies, part, () => ({ text: part.text }));
    case 'reasoning-delta':
      return change(replies, part, ({ reasoning }) => ({ reasoning: reasoning + part.text }));
    case 'refusal-delta':
      return change(replies, part, ({ refusal }) => ({ refusal: refusal + part.text }));
    case 'tool-delta':
      return change(replies, part, ({ calls }) => {
        const { name = '', arguments: known = '' } = calls[part.index] ?? {};
        return {
          calls: put(calls, part.index, { name: part.name ?? name, arguments: known + (part.arguments ?? '') }),
        };
      });
    case 'tool-call':
      return change(replies, part, ({ calls }) => ({
        calls: put(calls, part.index, { name: part.name, arguments: part.arguments }),
      }));
    default:
      return replies;
  }
}

function change(
  replies: Replies,
  { choice = 0 }: { choice?: number },
  made: (reply: Reply) => Partial<Reply>,
): Replies {
  const reply = replies[choice] ?? blank;
  return put(replies, choice, { ...reply, ...made(reply) });
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  const next = [...list];
  next[at] = value;
  return next;
}
