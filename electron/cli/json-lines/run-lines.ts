import * as z from 'zod/mini';
import { warningCodes } from '#shared/protocol/part.ts';
import {
  amount,
  anything,
  count,
  failureValue,
  fileRef,
  flag,
  line,
  nullable,
  optional,
  text,
  time,
  words,
} from './values.ts';

/** The lines of `run` and `chat`: the parts of one response. */

const choice = { choice: optional(count) };
const savedAs = { savedAs: optional(text) };

const usage = {
  inputTokens: amount,
  outputTokens: amount,
  reasoningTokens: amount,
  cachedTokens: amount,
  totalTokens: amount,
  units: optional(
    z.object({
      images: optional(z.number()),
      searchUnits: optional(z.number()),
      seconds: optional(z.number()),
      audioInputTokens: optional(z.number()),
      imageInputTokens: optional(z.number()),
      imageOutputTokens: optional(z.number()),
    }),
  ),
};

export const model = {
  id: text,
  name: words,
  owner: words,
  endpoints: z.array(text),
  inputTokenLimit: amount,
  outputTokenLimit: amount,
  raw: anything,
};

const taskStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const;

const timeline = z.object({
  startedAt: z.number(),
  dnsMs: amount,
  connectMs: amount,
  tlsMs: amount,
  sentMs: amount,
  headersMs: amount,
  firstByteMs: amount,
  firstTokenMs: amount,
  endMs: amount,
  chunks: count,
  longestGapMs: amount,
  sentBytes: count,
  receivedBytes: count,
});

export const warningLine = line('warning', 'Something is odd, and the command went on.', {
  code: z.enum([...warningCodes, 'native-routes', 'nothing-compared']),
  message: text,
});

export const runLines = [
  line('run-start', 'A request is on its way. `attempt` counts from 1.', { exchangeId: text, attempt: count }),
  line('progress', 'How far the exchange is; every second while nothing arrives (`silence`).', {
    stage: z.enum(['preparing', 'connecting', 'sending', 'waiting', 'receiving']),
    sentBytes: optional(count),
    receivedBytes: optional(count),
    totalBytes: optional(count),
    note: optional(text),
    silence: optional(z.object({ contentMs: z.number(), bytesMs: z.number() })),
  }),
  line('answer-start', 'The headers of the response.', { status: count, streamed: flag, requestId: words }),
  line('answer-id', 'How the gateway calls the response, and the model that it names.', { id: words, model: words }),
  line('text-delta', 'A piece of the text. Its pieces joined are the whole.', { text, ...choice }),
  line('reasoning-delta', 'A piece of the reasoning.', { text, ...choice }),
  line('refusal-delta', 'A piece of a refusal of the model.', { text, ...choice }),
  line('tool-delta', 'A piece of a tool call.', {
    index: count,
    id: optional(text),
    name: optional(text),
    arguments: optional(text),
    ...choice,
  }),
  line('tool-call', 'A whole tool call. `valid` is false when `arguments` is not JSON.', {
    index: count,
    id: text,
    name: text,
    arguments: text,
    valid: flag,
    ...choice,
  }),
  line('text-final', 'The whole text as the gateway says it, where that differs from the joined pieces.', {
    text,
    ...choice,
  }),
  line('item', 'An output item without a line type of its own, as received.', { kind: text, item: anything }),
  line('citation', 'A source.', { url: text, title: words }),
  line('image', 'An image; `partial` for a preview, `savedAs` for where it was saved.', {
    mediaType: text,
    base64: optional(text),
    url: optional(text),
    partial: optional(count),
    index: optional(count),
    ref: optional(fileRef),
    revisedPrompt: optional(text),
    size: optional(text),
    quality: optional(text),
    background: optional(text),
    format: optional(text),
    ...savedAs,
  }),
  line('audio', 'A piece of speech.', {
    mediaType: text,
    base64: optional(text),
    transcript: optional(text),
    streamed: optional(z.literal(true)),
  }),
  line('transcript', 'What is known of a recording beside its text. Times in seconds.', {
    duration: amount,
    language: words,
    segments: z.array(z.object({ start: amount, end: amount, text, speaker: words })),
    words: z.array(z.object({ word: text, start: amount, end: amount })),
  }),
  line('models', 'A listing.', { models: z.array(z.object(model)), nextPage: words }),
  line('vector', 'An embedding. `invalid`: places without a number, where `values` has 0.', {
    index: count,
    dimensions: count,
    values: z.array(z.number()),
    encoding: optional(z.enum(['float', 'base64'])),
    invalid: optional(z.array(count)),
  }),
  line('ranking', 'Documents, best first. `score` is null where the gateway gave only an order.', {
    results: z.array(z.object({ index: count, score: amount, text: words })),
  }),
  line('task-state', 'How far a task is, as one response tells it. `progress` is from 0 to 1.', {
    taskId: text,
    state: z.enum(taskStates),
    statusWord: words,
    progress: amount,
    resultUrls: z.array(text),
    errorMessage: words,
    expiresAt: nullable(time),
    model: words,
    raw: anything,
  }),
  line('file', 'A file that the response brought; `savedAs` for where it was saved, `partial` when it is not whole.', {
    ref: fileRef,
    partial: optional(z.literal(true)),
    ...savedAs,
  }),
  line('usage-report', 'Usage as the gateway reported it; null where it said nothing.', { ...usage, raw: anything }),
  line('finish', 'Why the model ended.', { reason: text, ...choice }),
  warningLine,
  line('raw-event', 'A whole response, or an event of a stream, that no other line covers.', {
    name: words,
    data: text,
  }),
  line('run-end', 'The last line of a request.', {
    state: z.enum(['done', 'done-with-warnings', 'interrupted', 'failed', 'cancelled']),
    finishReason: words,
    sent: z.enum(['not-sent', 'maybe-processed', 'answered']),
    error: nullable(failureValue),
    exchangeId: text,
    timeline,
  }),
] as const;
