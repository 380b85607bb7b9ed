import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import { completion, delta, done, finish } from '../exchange/chat-wire.ts';

/** The gateway's response for one kind of exchange without a fault, and its prefixes for faults. */
export interface Speech {
  kind: ExchangeKind;
  /** Label of its body. */
  type: string;
  whole: string;
  /** Stops where neither a document nor a stream is complete. */
  half: string;
}

const transcript = JSON.stringify({ text: 'Hello', language: 'english', duration: 1.5, segments: [] });
const completed = JSON.stringify(completion());
const events = delta('Hel') + delta('lo');

export const speeches = {
  unary: { kind: 'unary', type: 'application/json', whole: completed, half: completed.slice(0, 60) },
  sse: { kind: 'sse', type: 'text/event-stream', whole: events + finish + done, half: events },
  upload: { kind: 'upload', type: 'application/json', whole: transcript, half: transcript.slice(0, 30) },
} satisfies Partial<Record<ExchangeKind, Speech>>;

/** The kinds of exchange that send one request and read one response. */
export type HttpKind = keyof typeof speeches;
export const httpKinds = ['unary', 'sse', 'upload'] as const satisfies HttpKind[];
