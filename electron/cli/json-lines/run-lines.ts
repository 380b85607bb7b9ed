import * as z from 'zod/mini';
import { costGaps } from '#shared/cost/cost.ts';
import { rateNames } from '#shared/cost/price.ts';
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

export const usage = {
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
      audioOutputTokens: optional(z.number()),
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

export const timeline = z.object({
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

/** What a request cost: `money` is null where `gap` says why; amounts are in billionths of the currency. */
const cost = z.object({
  money: nullable(z.object({ nano: count, currency: text })),
  gap: nullable(z.enum(costGaps)),
  isEstimate: flag,
  parts: z.array(z.object({ name: z.enum(rateNames), count: z.number(), rate: text, nano: count })),
});

export const warningLine = line('warning', 'Something unexpected that did not stop the command.', {
  code: z.enum([...warningCodes, 'native-routes', 'nothing-compared', 'no-sheet']),
  message: text,
});

export const runLines = [
  line('run-start', 'A request is sent. `attempt` counts from 1.', { exchangeId: text, attempt: count }),
  line(
    'progress',
    'The progress of the request; every second while nothing arrives (`silence`), and a few times a second while events arrive (`events`).',
    {
      stage: z.enum(['preparing', 'connecting', 'sending', 'waiting', 'receiving']),
      sentBytes: optional(count),
      receivedBytes: optional(count),
      totalBytes: optional(count),
      note: optional(text),
      silence: optional(z.object({ contentMs: z.number(), bytesMs: z.number() })),
      events: optional(count),
    },
  ),
  line('answer-start', 'The headers of the response.', { status: count, streamed: flag, requestId: words }),
  line('answer-id', 'The ID of the response at the gateway, and the model that it names.', { id: words, model: words }),
  line('text-delta', 'A chunk of the text. The chunks joined are the complete text.', { text, ...choice }),
  line('reasoning-delta', 'A chunk of the reasoning.', { text, ...choice }),
  line('refusal-delta', 'A chunk of a refusal by the model.', { text, ...choice }),
  line('tool-delta', 'A chunk of a tool call.', {
    index: count,
    id: optional(text),
    name: optional(text),
    arguments: optional(text),
    ...choice,
  }),
  line('tool-call', 'A complete tool call. `valid` is false when `arguments` is not JSON.', {
    index: count,
    id: text,
    name: text,
    arguments: text,
    valid: flag,
    ...choice,
  }),
  line('logprobs', 'Log probabilities of the next tokens of the reply, if it was asked for them.', {
    tokens: z.array(z.object({ text, logprob: amount, alternatives: z.array(z.object({ text, logprob: amount })) })),
    ...choice,
  }),
  line('text-final', 'The complete text according to the gateway, if it differs from the joined chunks.', {
    text,
    ...choice,
  }),
  line('reply-form', 'The reply as the next request must contain it, with signatures and reasoning, if it has them.', {
    protocol: z.enum(['chat.completions', 'responses', 'native']),
    entries: z.array(anything),
    files: optional(z.array(fileRef)),
    isUnstored: optional(z.literal(true)),
  }),
  line('item', 'An output item that has no line type of its own, unchanged.', { kind: text, item: anything }),
  line('citation', 'A source that the reply cites.', { url: text, title: words }),
  line('image', 'An image; `partial` if it is a preview, `savedAs` is where it was saved.', {
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
  line('audio', 'A chunk of audio.', {
    mediaType: text,
    base64: optional(text),
    transcript: optional(text),
    streamed: optional(z.literal(true)),
    url: optional(text),
  }),
  line('transcript', 'Language, duration and timestamps of a transcript. Times are in seconds.', {
    duration: amount,
    language: words,
    segments: z.array(z.object({ start: amount, end: amount, text, speaker: words, confidence: optional(z.number()) })),
    words: z.array(z.object({ word: text, start: amount, end: amount })),
    tokens: optional(z.array(z.object({ text, confidence: z.number() }))),
  }),
  line('models', 'A model list.', { models: z.array(z.object(model)), nextPage: words }),
  line('vector', 'An embedding. `invalid` lists the positions without a number, where `values` has 0.', {
    index: count,
    dimensions: count,
    values: z.array(z.number()),
    encoding: optional(z.enum(['float', 'base64', 'float16', 'int8', 'uint8', 'binary', 'ubinary'])),
    invalid: optional(z.array(count)),
  }),
  line('ranking', 'Documents, best first. `score` is null if the gateway returned only an order.', {
    results: z.array(z.object({ index: count, score: amount, text: words })),
  }),
  line('task-state', 'The state of a task according to one response. `progress` is from 0 to 1.', {
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
  line('file', 'A file in the response; `savedAs` is where it was saved, `partial` if it is incomplete.', {
    ref: fileRef,
    partial: optional(z.literal(true)),
    ...savedAs,
  }),
  line('usage-report', 'Usage as the gateway reported it; null for what it did not report.', {
    ...usage,
    raw: anything,
  }),
  line('finish', 'Why the model stopped.', { reason: text, ...choice }),
  warningLine,
  line('raw-event', 'A complete response, or an event of a stream, that no other line covers.', {
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
    events: optional(count),
    cost: optional(cost),
  }),
] as const;
