import * as z from 'zod/mini';
import { realtimeDialects } from '#shared/contract/realtime.ts';
import { warningCodes } from '#shared/protocol/part.ts';
import { amount, count, failureValue, flag, line, nullable, optional, text, time, words } from './values.ts';

/**
 * The lines of `realtime`: what happens in one session. `n` counts them, `atMs` is relative to the start of the
 * session.
 */

const part = <const Type extends string, Fields extends z.core.$ZodLooseShape>(
  type: Type,
  description: string,
  fields: Fields,
) => line(type, description, { n: count, atMs: z.number(), ...fields }, `realtime-${type}-line`);

const who = z.enum(['person', 'model']);

const frame = z.object({
  index: count,
  direction: z.enum(['in', 'out']),
  atMs: z.number(),
  sizeBytes: count,
  kind: text,
  summary: text,
  socket: count,
  answeredCall: optional(text),
  sentSettings: optional(z.object({ session: text, eventId: words })),
});

export const realtimeLines = [
  part('stage', 'The state of the session.', {
    stage: z.enum([
      'preparing',
      'connecting',
      'authorizing',
      'configuring',
      'live',
      'waiting-to-reconnect',
      'ending',
      'ended',
    ]),
    note: words,
    socket: count,
    dialect: z.enum(realtimeDialects),
    retryAtMs: optional(z.number()),
  }),
  part('frame', 'A frame was sent or received.', { frame }),
  part('configured', 'The session settings that the gateway confirmed.', { text, expiresAt: nullable(time) }),
  part('item', 'An item of the conversation.', { itemId: text, who, previousId: words }),
  part('speech', 'The gateway detected the start or end of speech.', {
    state: z.enum(['started', 'stopped']),
    itemId: words,
  }),
  part('words', 'A chunk of the text of an item.', { itemId: text, who, delta: text }),
  part('words-done', 'The complete text of an item; `spoken` if it is a transcript of audio.', {
    itemId: text,
    who,
    text,
    spoken: flag,
  }),
  part('words-failed', 'An item could not be transcribed.', { itemId: text, failure: failureValue }),
  part('audio', 'A chunk of audio of the model. Its bytes are in the file of `--out`.', {
    itemId: text,
    contentIndex: count,
    sizeBytes: count,
  }),
  part('tool-call', 'A tool call.', { itemId: text, callId: text, name: text, arguments: text }),
  part('automatic-output', 'The output of a tool call is sent automatically, or withheld after too many in a row.', {
    callId: text,
    state: z.enum(['sent', 'withheld']),
  }),
  part('response', 'A response started (`id`) or ended (`end`).', {
    state: z.enum(['started', 'done']),
    id: optional(words),
    end: optional(
      z.object({
        id: words,
        status: text,
        reason: words,
        failure: optional(failureValue),
        inputTokens: amount,
        outputTokens: amount,
        audio: optional(z.object({ inputTokens: count, outputTokens: count })),
        cachedTokens: optional(count),
      }),
    ),
  }),
  part('truncated', 'A reply was truncated to what was played.', { itemId: text, playedMs: z.number() }),
  part('latency', 'The latency of one turn.', {
    latency: z.object({
      turn: count,
      typedMs: amount,
      speechEndMs: amount,
      committedMs: amount,
      responseMs: amount,
      firstWordMs: amount,
      firstAudioMs: amount,
      doneMs: amount,
    }),
  }),
  part('limits', 'Rate limits as the gateway reports them.', {
    limits: z.array(z.object({ name: text, limit: amount, remaining: amount, resetSeconds: amount })),
  }),
  part('alive', 'The gateway answered a ping.', { rttMs: z.number() }),
  part('playing', 'The progress of a file that is sent as audio.', {
    name: text,
    playedMs: z.number(),
    totalMs: z.number(),
    done: flag,
  }),
  part('problem', 'An error; the session continues unless it is `fatal`.', {
    failure: failureValue,
    fatal: flag,
    eventId: words,
    refused: z.optional(text),
  }),
  part('warning', 'Something unexpected, once per session, or a reply that a limit or a filter cut.', {
    code: z.enum(warningCodes),
    message: text,
  }),
  part('gap', 'The time between two connections of the session.', {
    fromMs: z.number(),
    toMs: amount,
    why: text,
    replayed: z.enum(['none', 'text']),
    droppedAudioMs: z.number(),
    cutAnswer: flag,
  }),
  part('closed', 'The connection was closed.', { code: count, reason: text, meaning: text, byUs: flag, socket: count }),
  part('expectation', 'Whether an `expect` step of the script was met.', { text, met: flag, found: text }),
  part('ended', 'The last line of a session.', {
    state: z.enum(['done', 'interrupted', 'failed', 'cancelled']),
    failure: nullable(failureValue),
  }),
] as const;
