import { chatMessageOf } from '#shared/protocol/compose/reply-form.ts';
import type { JsonObject } from '#shared/protocol/json.ts';
import type { ReplyForm } from '#shared/protocol/part.ts';
import type { ChatFile } from '../input/chat-files.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | unknown[];
}

/** A request of a conversation, before the options of the command line are added. */
export interface ChatRequest {
  model: string;
  messages: readonly (ChatMessage | JsonObject)[];
  inline: readonly { token: string; fileId: string }[];
}

/** A reply as far as it arrived, and the model that it came from. */
interface Reply {
  text: string;
  model: string;
  /** What its provider demands back with it; `null` for none. */
  form: ReplyForm | null;
  /** Its images, which are sent with the next turn: no message of a model may contain one. */
  images: readonly ChatFile[];
}

/** What was said before a conversation that is continued. */
export interface PastChat {
  /** With the system prompt, if there was one. */
  messages: readonly JsonObject[];
  reply: Reply;
}

/** Sends a request and prints its reply. @returns the exit status, and the reply. */
type Send = (request: ChatRequest) => Promise<{ status: number; reply: Reply }>;

interface Turn {
  text: string;
  files: readonly ChatFile[];
}

/** One conversation with a model. A turn without a reply is not part of it; an interrupted reply is, as far as it arrived. */
export interface Conversation {
  model: string;
  system: string | null;
  /** Files that are sent with the next turn. */
  readonly attached: readonly ChatFile[];
  /** Whether there is a turn that can be sent again. */
  readonly canRetry: boolean;
  /** Messages with the system prompt first; files in them are named only. */
  messages(): { role: ChatMessage['role']; text: string }[];
  attach(file: ChatFile): void;
  send(text: string): Promise<Sent>;
  /** Sends the last turn again; its reply replaces the previous one once it arrives. */
  retry(): Promise<Sent>;
  /** Forgets all turns and attached files, but not the system prompt. */
  clear(): void;
}

export interface Sent {
  status: number;
  /** The text of a turn that got no reply; `null` if it got one. */
  unanswered: string | null;
}

/** @param begun what was said before, as its messages were sent; its system prompt stays unless there is another one. */
export function createConversation(
  model: string,
  system: string | null,
  send: Send,
  begun: PastChat | null = null,
): Conversation {
  let earlier = begun;
  let past: { turn: Turn; reply: Reply }[] = [];
  let attached: ChatFile[] = [];
  let last: Turn | null = null;

  const sendTurn = async (turn: Turn, before: typeof past): Promise<Sent> => {
    last = turn;
    attached = [];
    const messages = [
      ...(conversation.system === null ? [] : [{ role: 'system' as const, content: conversation.system }]),
      ...(earlier === null ? [] : sentBefore(earlier, conversation)),
      ...before.flatMap(({ turn: earlier, reply }, at) => [
        userMessage(withImages(earlier, before[at - 1]?.reply)),
        assistantMessage(reply, conversation.model),
      ]),
      userMessage(withImages(turn, before.at(-1)?.reply)),
    ];
    const files = [...before.flatMap(({ turn: { files: own }, reply }) => [...own, ...reply.images]), ...turn.files];
    const inline = files.flatMap((file) => file.inline ?? []);
    const { status, reply } = await send({ model: conversation.model, messages, inline });
    if (reply.text === '' && reply.images.length === 0) {
      // The files are sent with the same text when it is sent again.
      attached = [...turn.files];
      return { status, unanswered: turn.text };
    }
    past = [...before, { turn, reply }];
    return { status, unanswered: null };
  };

  const conversation: Conversation = {
    model,
    system,
    get attached() {
      return attached;
    },
    get canRetry() {
      return last !== null;
    },
    messages: () => [
      ...(conversation.system === null ? [] : [{ role: 'system' as const, text: conversation.system }]),
      ...(earlier === null ? [] : shownBefore(earlier)),
      ...past.flatMap(({ turn, reply }) => [
        { role: 'user' as const, text: [...turn.files.map(({ name }) => `(file: ${name})`), turn.text].join('\n') },
        { role: 'assistant' as const, text: reply.text },
      ]),
    ],
    attach(file) {
      attached.push(file);
    },
    send: (text) => sendTurn({ text, files: attached }, past),
    retry() {
      if (last === null) throw new Error('there is no turn to send again');
      return sendTurn(last, past.at(-1)?.turn === last ? past.slice(0, -1) : past);
    },
    clear() {
      past = [];
      earlier = null;
      attached = [];
      last = null;
    },
  };
  return conversation;
}

/** Another system prompt replaces the earlier one. */
const sentBefore = ({ messages, reply }: PastChat, { model, system }: Conversation) => [
  ...messages.filter(({ role }) => system === null || role !== 'system'),
  assistantMessage(reply, model),
];

const roleOf = (role: unknown): ChatMessage['role'] => (role === 'system' || role === 'assistant' ? role : 'user');

function shownBefore({ messages, reply }: PastChat): { role: ChatMessage['role']; text: string }[] {
  const shown = messages.map(({ role, content }) => ({
    role: roleOf(role),
    text: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return [...shown, { role: 'assistant', text: reply.text }];
}

/** Puts the images of the reply above in front of the files of a turn, as chat completions have no other place for them. */
const withImages = (turn: Turn, above: Reply | undefined): Turn =>
  above && above.images.length > 0 ? { ...turn, files: [...above.images, ...turn.files] } : turn;

/** What belongs to a reply besides its text goes back only to the model that it came from. Tools have no outputs here. */
const assistantMessage = ({ text, model, form }: Reply, asked: string): ChatMessage | JsonObject =>
  form && model === asked ? chatMessageOf(form, { text, calls: [] }, false) : { role: 'assistant', content: text };

const userMessage = ({ text, files }: Turn): ChatMessage => ({
  role: 'user',
  content: files.length === 0 ? text : [{ type: 'text', text }, ...files.map(({ part }) => part)],
});
