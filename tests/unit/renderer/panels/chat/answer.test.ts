import { expect, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import {
  emptyAnswer,
  foldAnswer,
  isBlank,
  isSettled,
  keptTokens,
  tokensPerSecond,
} from '../../../../../renderer/panels/chat/model/answer.ts';

const timeline = {
  startedAt: 0,
  dnsMs: null,
  connectMs: 1,
  tlsMs: null,
  sentMs: 2,
  headersMs: 10,
  firstByteMs: 11,
  firstTokenMs: 100,
  endMs: 2100,
  chunks: 4,
  longestGapMs: 50,
  sentBytes: 10,
  receivedBytes: 20,
};
const end = (state: 'done' | 'interrupted' = 'done'): Part => ({
  type: 'run-end',
  state,
  finishReason: 'stop',
  sent: 'answered',
  error: null,
  exchangeId: 'x',
  timeline,
});
const fold = (parts: Part[]) => parts.reduce((answer, part, at) => foldAnswer(answer, part, at * 100), emptyAnswer);

test('text and reasoning grow separately, and the reasoning is timed', () => {
  const answer = fold([
    { type: 'answer-start', status: 200, streamed: true, requestId: 'r1' },
    { type: 'reasoning-delta', text: 'let me ' },
    { type: 'reasoning-delta', text: 'think' },
    { type: 'text-delta', text: 'Hello' },
    { type: 'text-delta', text: ' there' },
    end(),
  ]);
  expect(answer).toMatchObject({ text: 'Hello there', reasoning: 'let me think', state: 'done', requestId: 'r1' });
  expect(answer.reasoningToMs! - answer.reasoningFromMs!).toBe(200);
  expect(isSettled(answer)).toBe(true);
});

test('a call arrives in fragments and is replaced by its complete form', () => {
  const pieces: Part[] = [
    { type: 'tool-delta', index: 0, id: 'a', name: 'weather' },
    { type: 'tool-delta', index: 0, arguments: '{"ci' },
    { type: 'tool-delta', index: 1, id: 'b', name: 'time', arguments: '{}' },
    { type: 'tool-delta', index: 0, arguments: 'ty":1}' },
  ];
  expect(fold(pieces).calls).toEqual([
    { index: 0, id: 'a', name: 'weather', arguments: '{"city":1}', valid: null },
    { index: 1, id: 'b', name: 'time', arguments: '{}', valid: null },
  ]);
  const whole = fold([
    ...pieces,
    { type: 'tool-call', index: 0, id: 'a', name: 'weather', arguments: '{"city":1}', valid: true },
  ]);
  expect(whole.calls[0]).toEqual({ index: 0, id: 'a', name: 'weather', arguments: '{"city":1}', valid: true });
});

test('the provider’s final text replaces the joined deltas', () => {
  expect(
    fold([
      { type: 'text-delta', text: 'Helo' },
      { type: 'text-final', text: 'Hello' },
    ]).text,
  ).toBe('Hello');
});

test('several choices do not mix', () => {
  const answer = fold([
    { type: 'text-delta', text: 'one' },
    { type: 'text-delta', text: 'two', choice: 1 },
    { type: 'text-delta', text: '!', choice: 1 },
    { type: 'finish', reason: 'length', choice: 1 },
    { type: 'finish', reason: 'stop', choice: 0 },
  ]);
  expect(answer.text).toBe('one');
  expect(answer.others[1]?.text).toBe('two!');
  expect(answer.finishReason).toBe('stop');
});

test('reasoning, refusal and calls of a further choice stay with it', () => {
  const answer = fold([
    { type: 'tool-call', index: 0, id: 'a', name: 'one', arguments: '{}', valid: true },
    { type: 'reasoning-delta', text: 'Hm.', choice: 1 },
    { type: 'tool-delta', index: 0, id: 'b', name: 'two', choice: 1 },
    { type: 'tool-call', index: 0, id: 'b', name: 'two', arguments: '{"x":1}', valid: true, choice: 1 },
    { type: 'refusal-delta', text: 'No.', choice: 2 },
    end(),
  ]);
  expect(answer.calls.map(({ name }) => name)).toEqual(['one']);
  expect(answer.refusal).toBe('');
  expect(answer.others).toMatchObject({
    1: { reasoning: 'Hm.', calls: [{ name: 'two', arguments: '{"x":1}' }] },
    2: { refusal: 'No.' },
  });
});

test('a further choice of an earlier version goes on', () => {
  const before = { ...emptyAnswer, others: { 1: { text: 'two', reasoning: '' } } };
  expect(foldAnswer(before, { type: 'text-delta', text: '!', choice: 1 }, null).others[1]?.text).toBe('two!');
});

test('what a reply says aloud is its text, and its audio is kept', () => {
  const answer = fold([
    { type: 'audio', mediaType: 'audio/wav', base64: 'UklGRg==', transcript: 'Good morning.' },
    end(),
  ]);
  expect(answer.text).toBe('Good morning.');
  expect(answer.sounds).toEqual([{ mediaType: 'audio/wav', base64: 'UklGRg==' }]);
  const chunk: Part = { type: 'audio', mediaType: 'audio/pcm;rate=24000', base64: 'AAAA' };
  const streamed = fold([chunk, chunk, end()]);
  expect(streamed.sounds).toEqual([{ mediaType: 'audio/pcm;rate=24000' }]);
  expect(isBlank(streamed)).toBe(false);
  const ref = { id: 'f1', name: 'sound-1.wav', type: 'audio/wav', sizeBytes: 70 };
  const stored = fold([{ type: 'audio', mediaType: 'audio/wav' }, { type: 'file', ref }, end()]);
  expect(stored.sounds).toEqual([{ mediaType: 'audio/wav', file: ref }]);
});

test('an image preview is replaced by the next one, a complete image is not', () => {
  const image = (base64: string, partial?: number): Part => ({
    type: 'image',
    mediaType: 'image/png',
    base64,
    ...(partial === undefined ? {} : { partial }),
  });
  const answer = fold([image('a', 0), image('b', 1), image('c'), image('d')]);
  expect(answer.images.map(({ base64 }) => base64)).toEqual(['c', 'd']);
  expect(answer.images.some(({ isPreview }) => isPreview)).toBe(false);
  const two = fold(
    [0, 1].flatMap((partial) => [0, 1].map((index) => ({ ...image(`${index}.${partial}`, partial), index }) as Part)),
  );
  expect(two.images.map(({ base64 }) => base64)).toEqual(['0.1', '1.1']);
});

test('an image that the core has stored is kept by its file, without its bytes', () => {
  const ref = { id: 'f1', name: 'dot.png', type: 'image/png', sizeBytes: 70 };
  const answer = fold([{ type: 'image', mediaType: 'image/png', ref }, end()]);
  expect(answer.images).toEqual([{ mediaType: 'image/png', base64: null, url: null, file: ref }]);
  expect(isBlank(answer)).toBe(false);
});

test('a cut-off reply keeps what arrived and is not blank', () => {
  const answer = fold([{ type: 'text-delta', text: 'partial' }, end('interrupted')]);
  expect(answer).toMatchObject({ state: 'interrupted', text: 'partial' });
  expect(isBlank(answer)).toBe(false);
  expect(isBlank(fold([{ type: 'reasoning-delta', text: 'only thoughts' }, end()]))).toBe(true);
});

test('the rate uses the token count of the gateway, from the first token to the end', () => {
  const usage: Part = {
    type: 'usage-report',
    inputTokens: 5,
    outputTokens: 100,
    reasoningTokens: null,
    cachedTokens: null,
    totalTokens: 105,
    raw: {},
  };
  expect(tokensPerSecond(fold([usage, end()]))).toBe(50);
  expect(tokensPerSecond(fold([end()]))).toBeNull();
});

test('a silence is shown until something arrives, and is not part of the reply', () => {
  const silence = { contentMs: 8000, bytesMs: 900 };
  const said: Part = { type: 'text-delta', text: 'a' };
  const silent = fold([said, { type: 'progress', stage: 'receiving', silence }]);
  expect([silent.silence, silent.parts]).toEqual([silence, 1]);
  expect(foldAnswer(silent, said, 0)).toMatchObject({ silence: null, parts: 2 });
});

test('probabilities of tokens are kept for the first reply, up to a limit', () => {
  const token = (text: string) => ({
    text,
    logprob: -0.5,
    alternatives: [],
  });
  const answer = fold([
    { type: 'logprobs', tokens: [token('a'), ...Array.from({ length: keptTokens }, () => token('b'))] },
    { type: 'logprobs', tokens: [token('x')], choice: 1 },
  ]);
  expect(answer.logprobs).toHaveLength(keptTokens);
  expect(answer.logprobs?.[0]).toMatchObject({ text: 'a', logprob: -0.5 });
});

test('the events of a reply are those of the wire, not the parts read from them', () => {
  const parts: Part[] = [
    { type: 'run-start', exchangeId: 'x', attempt: 1 },
    { type: 'progress', stage: 'preparing' },
    { type: 'answer-start', status: 200, streamed: true, requestId: null },
    { type: 'text-delta', text: 'Two events, joined on their way.' },
    { type: 'progress', stage: 'receiving', events: 2 },
  ];
  expect(fold(parts).events).toBe(2);
  // A keep-alive counts as an event, and is no content.
  expect(fold([...parts, { type: 'progress', stage: 'receiving', events: 3 }])).toEqual({ ...fold(parts), events: 3 });
  expect(fold([...parts, { ...end(), events: 4 } as Part]).events).toBe(4);
  expect(fold([{ ...end(), events: 4 } as Part]).events).toBe(4);
});
