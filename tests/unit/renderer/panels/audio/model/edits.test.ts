import { expect, test } from 'vitest';
import { editedTranscript, linesOf, withEdit } from '../../../../../../renderer/panels/audio/model/edits.ts';
import { type Transcript, writeTranscript } from '../../../../../../renderer/panels/audio/model/transcript.ts';

const segment = (text: string, start: number, end: number) => ({ text, start, end, speaker: null });
const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4 });

const transcript: Transcript = {
  language: 'en',
  verbatim: null,
  text: 'The cattle sings.\n\nThe mourning begins now.',
  segments: [segment(' The cattle sings.', 0, 2), segment(' The mourning begins now.', 2, 5)],
  words: ['The', 'cattle', 'sings', 'The', 'mourning', 'begins', 'now'].map((text, at) => word(text, at * 0.7)),
};
const edits = withEdit(
  withEdit({}, 0, 'The kettle sings.', 'The cattle sings.'),
  1,
  'The early morning begins.',
  ' The mourning begins now.',
);

test('every export has the corrected text and the original times', () => {
  const edited = editedTranscript(transcript, edits);
  expect(writeTranscript(edited, 'txt')).toBe('The kettle sings.\n\nThe early morning begins.\n');
  expect(writeTranscript(edited, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:02,000\nThe kettle sings.\n\n2\n00:00:02,000 --> 00:00:05,000\nThe early morning begins.\n',
  );
  expect(writeTranscript(edited, 'vtt')).toContain('00:00:02.000 --> 00:00:05.000\nThe early morning begins.\n');
  const json = JSON.parse(writeTranscript(edited, 'json'));
  expect(json.edited).toBe(true);
  expect(json.segments.map(({ text, start }: { text: string; start: number }) => [text, start])).toEqual([
    ['The kettle sings.', 0],
    ['The early morning begins.', 2],
  ]);
});

test('a corrected word keeps the time of the one it replaces, a new one has none', () => {
  const [first, second] = linesOf(transcript, edits);
  expect(first?.original).toBe(' The cattle sings.');
  expect(first?.words.map(({ word: text, start }) => [text, start])).toEqual([
    ['The', 0],
    ['kettle', 0.7],
    ['sings.', 1.4],
  ]);
  expect(second?.words.map(({ word: text, start }) => [text, start])).toEqual([
    ['The', 2.0999999999999996],
    ['early', null],
    ['morning', 2.8],
    ['begins.', 3.5],
  ]);
});

test('words that do not add up to the corrected text are left out, and the segment keeps its times', () => {
  const [first] = linesOf(transcript, { 0: 'The kettle — sings.' });
  expect(first).toMatchObject({ words: [], segment: { start: 0, end: 2, text: 'The kettle — sings.' } });
});

test('what the model returned is unchanged, and its own text again is no edit', () => {
  expect(withEdit(edits, 0, ' The cattle sings. ', 'The cattle sings.')).toEqual({ 1: 'The early morning begins.' });
  expect(editedTranscript(transcript, {})).toBe(transcript);
  expect(writeTranscript(editedTranscript(transcript, {}), 'json')).not.toContain('edited');
});

test('an emptied segment is left out of every export', () => {
  const edited = editedTranscript(transcript, { 0: ' ' });
  expect(writeTranscript(edited, 'txt')).toBe('The mourning begins now.\n');
  expect(writeTranscript(edited, 'srt')).toBe('1\n00:00:02,000 --> 00:00:05,000\nThe mourning begins now.\n');
});

test('text that does not contain its segments is written from them', () => {
  const other = { ...transcript, text: 'something else' };
  expect(editedTranscript(other, { 0: 'The kettle sings.' }).text).toBe('The kettle sings. The mourning begins now.');
  const chinese: Transcript = {
    ...transcript,
    text: '',
    words: [],
    segments: [segment('今天天汽很好。', 0, 2), segment('我们去公园。', 2, 3)],
  };
  expect(editedTranscript(chinese, { 0: '今天天气很好。' }).text).toBe('今天天气很好。我们去公园。');
});

test('a response that was subtitles is no longer passed through as received once it is corrected', () => {
  const received = { ...transcript, verbatim: { format: 'srt' as const, text: '1\n00:00:00,000 --> …' } };
  expect(writeTranscript(editedTranscript(received, {}), 'srt')).toContain('…');
  expect(writeTranscript(editedTranscript(received, edits), 'srt')).toContain('The kettle sings.');
});

test('a transcript without segments is corrected as a whole', () => {
  const plain: Transcript = { language: null, verbatim: null, text: 'hello whirled', segments: [], words: [] };
  const whole = withEdit({}, 'text', 'hello world', plain.text);
  expect(writeTranscript(editedTranscript(plain, whole), 'txt')).toBe('hello world\n');
  expect(withEdit(whole, 'text', 'hello whirled', plain.text)).toEqual({});
});

test('every word belongs to exactly one segment, also at a boundary', () => {
  const lines = linesOf(
    { ...transcript, words: [word('a', -0.01), word('b', 1.96), word('c', 1.9), word('d', 9)] },
    {},
  );
  expect(lines.map(({ words }) => words.map(({ word: text }) => text))).toEqual([['a'], ['b', 'c', 'd']]);
});
