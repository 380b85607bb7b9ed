import { expect, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import {
  type AudioCall,
  elapsedMs,
  newCall,
  newestCalls,
  type TranscribeDocument,
  withCall,
} from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import { foldCall, sendingPace } from '../../../../../../renderer/panels/audio/model/fold-call.ts';
import { defaultTranscribeSettings } from '../../../../../../renderer/panels/audio/model/transcribe-settings.ts';
import {
  meanConfidence,
  transcriptOf,
  writeTranscript,
} from '../../../../../../renderer/panels/audio/model/transcript.ts';

const file = { id: 'f1', name: 'a.wav', type: 'audio/wav', sizeBytes: 10 };
const start: AudioCall = {
  ...newCall({
    id: 'c',
    order: { kind: 'hear', file, offset: 0, seconds: null },
    routeId: 'audio.transcriptions',
    connectionId: 'g',
    keyId: null,
    model: 'm',
  }),
  state: 'running',
  startedAt: 1000,
};
const folded = (...parts: Part[]) =>
  parts.reduce<AudioCall>((call, part, at) => foldCall(call, part, 2000 + at * 1000), start);
const run = (text: string) => ({
  id: 'r',
  translate: false,
  settings: defaultTranscribeSettings,
  overlap: 0,
  calls: [{ ...start, state: 'done' as const, text }],
});

test('sent bytes are counted from the first, with their rate', () => {
  const call = folded(
    { type: 'progress', stage: 'sending', sentBytes: 0, totalBytes: 4000 },
    { type: 'progress', stage: 'sending', sentBytes: 1000, totalBytes: 4000 },
  );
  expect(call.sending && sendingPace(call.sending)).toEqual({ rate: 1000, seconds: 3 });
});

test('the end shows how much had been sent: everything, or what preceded the rejection', () => {
  const timeline = {
    startedAt: 1000,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    headersMs: 5,
    firstByteMs: 5,
    firstTokenMs: null,
    endMs: 6,
    chunks: 0,
    longestGapMs: null,
    receivedBytes: 0,
  };
  const sending = { type: 'progress', stage: 'sending', sentBytes: 100, totalBytes: 4000 } as const;
  const end = { type: 'run-end', state: 'failed', finishReason: null, sent: 'answered', error: null } as const;
  const early = folded(sending, { ...end, exchangeId: 'x', timeline: { ...timeline, sentMs: null, sentBytes: 900 } });
  expect(early.sending).toMatchObject({ sentBytes: 900, totalBytes: 4000 });
  const whole = folded(sending, { ...end, exchangeId: 'x', timeline: { ...timeline, sentMs: 4, sentBytes: 4200 } });
  expect(whole.sending).toMatchObject({ sentBytes: 4000, totalBytes: 4000 });
});

test('a final text replaces the deltas, and later segments replace earlier ones', () => {
  const segment = { start: 0, end: 1, text: 'hi', speaker: null };
  const call = folded(
    { type: 'text-delta', text: 'h' },
    { type: 'text-delta', text: 'i' },
    { type: 'text-final', text: 'Hi.' },
    { type: 'transcript', duration: 1, language: 'en', segments: [segment], words: [] },
  );
  expect(call).toMatchObject({ text: 'Hi.', language: 'en', duration: 1, segments: [segment], stage: 'receiving' });
});

test('speech reports its first audio, and a file that broke off is marked', () => {
  const call = folded(
    { type: 'audio', mediaType: 'audio/mpeg', base64: '', streamed: true },
    { type: 'file', ref: file, partial: true },
  );
  expect(call).toMatchObject({ firstSoundMs: 1000, mediaType: 'audio/mpeg', file, partial: true });
});

test('received subtitles are shown as segments and exported as received', () => {
  const srt = '1\n00:00:00,500 --> 00:00:01,500\nHello.\n\n2\n00:00:02,000 --> 00:00:03,000\nAgain.\n';
  const transcript = transcriptOf(run(srt));
  expect(transcript.text).toBe('Hello. Again.');
  expect(transcript.segments[1]).toMatchObject({ start: 2, end: 3, text: 'Again.' });
  expect(writeTranscript(transcript, 'srt')).toBe(srt);
  expect(writeTranscript(transcript, 'vtt')).toContain('00:00:00.500 --> 00:00:01.500\nHello.');
  expect(JSON.parse(writeTranscript(transcript, 'json'))).toMatchObject({ text: 'Hello. Again.' });
});

test('plain text has no times, and is exported as it is', () => {
  const transcript = transcriptOf(run('Just words.'));
  expect(transcript.segments).toEqual([]);
  expect(writeTranscript(transcript, 'txt')).toBe('Just words.\n');
});

test('tokens belong to a transcript only where they are its whole text', () => {
  const tokens = [
    { text: 'Hi', confidence: 0.9 },
    { text: ' you', confidence: 0.4 },
  ];
  const call = folded(
    { type: 'text-delta', text: 'Hi you' },
    { type: 'transcript', duration: null, language: null, segments: [], words: [], tokens },
  );
  expect(transcriptOf({ ...run(''), calls: [call] }).tokens).toEqual(tokens);
  expect(transcriptOf({ ...run(''), calls: [{ ...call, text: 'Hi you there' }] }).tokens).toBeUndefined();
  // The square root of 0.36.
  expect(meanConfidence(tokens)).toBeCloseTo(0.6);
});

const documentWith = (...batches: (string | undefined)[]): TranscribeDocument => ({
  kind: 'hear',
  id: 'd',
  createdAt: 0,
  name: 'a.wav',
  source: null,
  original: null,
  recording: null,
  runs: batches.map((batch, at) => ({
    ...run('text'),
    id: `r${at}`,
    ...(batch !== undefined && { batch }),
    calls: [{ ...start, id: `c${at}`, startedAt: 1000 + at * 100, endMs: 500 }],
  })),
});
const idsOf = (calls: readonly AudioCall[]) => calls.map(({ id }) => id);

test('the newest calls are those of one press of Send, also in documents of earlier versions', () => {
  expect(idsOf(newestCalls(documentWith('a', 'b', 'b')))).toEqual(['c1', 'c2']);
  expect(idsOf(newestCalls(documentWith(undefined, undefined)))).toEqual(['c1']);
});

test('calls that overlap took the time from the first start to the last end', () => {
  expect(elapsedMs(newestCalls(documentWith('b', 'b', 'b')))).toBe(700);
  expect(elapsedMs([{ ...start, endMs: null }])).toBe(0);
});

test('a call that changes leaves the transcripts of other models the same objects', () => {
  const before = documentWith('b', 'b');
  const after = withCall(before, { ...start, id: 'c1', text: 'new' });
  expect(after.runs[0]).toBe(before.runs[0]);
  expect(after.runs[1]?.calls[0]?.text).toBe('new');
});
