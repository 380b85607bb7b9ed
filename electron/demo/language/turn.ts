import type { JsonRecord } from '../json-value.ts';
import type { Language } from './prompt-reading.ts';

/** How a text model of the demo answers; one per demo model. */
export type Voice = 'chat' | 'reasoner' | 'tools' | 'json' | 'vision' | 'long' | 'echo';

/** An image, audio or file inside a message: its bytes when it came along, else the link to it. */
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
  /** JSON text, as the compatible protocol carries it. */
  arguments: string;
}

export interface Message {
  role: 'user' | 'assistant' | 'tool';
  text: string;
  media: Media[];
  calls: ToolCall[];
  /** The tool that answers, for a message of role `tool`. */
  tool: string | null;
}

export interface Tool {
  name: string;
  description: string;
  schema: JsonRecord;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export type ReplyFormat = { kind: 'text' } | { kind: 'object' } | { kind: 'schema'; schema: JsonRecord };

/** One conversation with one wish for an answer, free of the protocol that carried it. */
export interface Turn {
  /** The name that the client asked for and gets back. */
  model: string;
  voice: Voice;
  system: string;
  messages: Message[];
  tools: Tool[];
  toolChoice: ToolChoice;
  parallelCalls: boolean;
  format: ReplyFormat;
  /** `null` leaves the answer as long as it is. */
  maxTokens: number | null;
  stop: string[];
  choices: number;
  temperature: number | null;
  seed: number | null;
  effort: 'none' | 'minimal' | 'low' | 'medium' | 'high';
  /** What arrived, for the model that repeats it. */
  request: { method: string; path: string; body: unknown };
  /** Set by a scenario: answer in this language, refuse, or call a tool twice. */
  language: Language | null;
  refuses: boolean;
  callsTwice: boolean;
}

export type Finish = 'stop' | 'length' | 'tools' | 'refusal';

/** One whole answer before a protocol writes it down. */
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

/** The newest message that a person wrote, or an empty one. */
/** A message of words alone. */
export const textMessage = (role: Message['role'], text: string): Message => ({
  role,
  text,
  media: [],
  calls: [],
  tool: null,
});

/** The newest message of the user; an empty one where there is none. */
export const lastUserMessage = (turn: Turn): Message =>
  turn.messages.findLast((message) => message.role === 'user') ?? textMessage('user', '');
