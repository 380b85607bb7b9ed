import type { JsonRecord } from '../json-value.ts';

/** How a text model of the demo replies; one per demo model. */
export type Voice = 'chat' | 'reasoner' | 'tools' | 'json' | 'vision' | 'long' | 'echo';

/** An image, audio or file inside a message: its bytes if they were sent, otherwise the link to it. */
export interface Media {
  kind: 'image' | 'audio' | 'video' | 'file';
  name: string | null;
  declaredType: string | null;
  bytes: Buffer | null;
  link: string | null;
}

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text, as in the compatible protocol. */
  arguments: string;
}

export interface Message {
  role: 'user' | 'assistant' | 'tool';
  text: string;
  media: Media[];
  calls: ToolCall[];
  /** The tool that returned the result, for a message of role `tool`. */
  tool: string | null;
}

export interface Tool {
  name: string;
  description: string;
  schema: JsonRecord;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export type ReplyFormat = { kind: 'text' } | { kind: 'object' } | { kind: 'schema'; schema: JsonRecord };

/** One conversation with one request for a reply, independent of its protocol. */
export interface Turn {
  /** The model name that the client requested and gets back. */
  model: string;
  voice: Voice;
  system: string;
  messages: Message[];
  tools: Tool[];
  toolChoice: ToolChoice;
  parallelCalls: boolean;
  format: ReplyFormat;
  /** `null`: no limit on the reply. */
  maxTokens: number | null;
  stop: string[];
  choices: number;
  temperature: number | null;
  seed: number | null;
  effort: 'none' | 'minimal' | 'low' | 'medium' | 'high';
  /** The request as received, for the model that repeats it. */
  request: { method: string; path: string; body: unknown };
  /** Set by a scenario: reply in Chinese, refuse, or call a tool twice. */
  inChinese: boolean;
  refuses: boolean;
  callsTwice: boolean;
}

export type Finish = 'stop' | 'length' | 'tools' | 'refusal';

/** One complete choice before a protocol writes it. */
export interface Choice {
  reasoning: string;
  text: string;
  calls: ToolCall[];
  refusal: string;
  finish: Finish;
}

/** Tokens as the demo's tokenizer counts them. `output` includes `reasoning`. */
export interface Usage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

export interface ModelReply {
  choices: Choice[];
  usage: Usage;
}

/** What every turn has before its protocol fills in the rest. */
export const plainTurn = {
  voice: 'chat',
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'auto',
  parallelCalls: true,
  format: { kind: 'text' },
  maxTokens: null,
  stop: [],
  choices: 1,
  temperature: null,
  seed: null,
  effort: 'medium',
  inChinese: false,
  refuses: false,
  callsTwice: false,
} satisfies Omit<Turn, 'model' | 'request'>;

/** Returns a text-only message. */
export const textMessage = (role: Message['role'], text: string): Message => ({
  role,
  text,
  media: [],
  calls: [],
  tool: null,
});

/** Returns the newest user message; an empty one if there is none. */
export const lastUserMessage = (turn: Turn): Message =>
  turn.messages.findLast((message) => message.role === 'user') ?? textMessage('user', '');
