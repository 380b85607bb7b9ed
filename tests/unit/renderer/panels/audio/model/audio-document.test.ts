import { expect, test } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { type AudioCall, newCall } from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import { foldCall, sendingPace } from '../../../../../../renderer/panels/audio/model/fold-call.ts';
import { defaultTranscribeSettings } from '../../../../../../renderer/panels/audio/model/transcribe-settings.ts';
import { transcriptOf, writeTranscript } from '../../../../../../renderer/panels/audio/model/transcript.ts';

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
