import { expect, test } from 'vitest';
import { readSubtitles, writeSrt, writeVtt } from '../../../../../../renderer/panels/audio/model/subtitles.ts';

const segments = [
  { start: 0, end: 2.5, text: ' Hello there.', speaker: null },
  { start: 3661.04, end: 3662, text: 'Bye.', speaker: 'Ada' },
];

test('SRT is written with commas and numbers', () => {
  expect(writeSrt(segments)).toBe(
    '1\n00:00:00,000 --> 00:00:02,500\nHello there.\n\n2\n01:01:01,040 --> 01:01:02,000\nAda: Bye.\n',
  );
});

test('VTT is written with periods and voices, and survives a round trip', () => {
  const written = writeVtt(segments);
  expect(written).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:02\.500\nHello there\.\n/);
  expect(readSubtitles(written)).toEqual([
    { start: 0, end: 2.5, text: 'Hello there.', speaker: null },
    { start: 3661.04, end: 3662, text: 'Bye.', speaker: 'Ada' },
  ]);
});

test('subtitles of other services are parsed: short times, carriage returns, tags, several lines', () => {
  const text =
    'WEBVTT - title\r\n\r\nNOTE nothing\r\n\r\nid\r\n01:02.5 --> 01:04.000 align:start\r\n<i>one</i>\r\ntwo\r\n';
  expect(readSubtitles(text)).toEqual([{ start: 62.5, end: 64, text: 'one two', speaker: null }]);
});

test('text that is not subtitles has no segments', () => {
  expect(readSubtitles('Just a text.\n\nAnother one.')).toEqual([]);
  expect(readSubtitles('')).toEqual([]);
});

test('missing times are taken from the neighbors', () => {
  expect(
    writeSrt([
      { start: 1, end: null, text: 'a', speaker: null },
      { start: 4, end: 5, text: 'b', speaker: null },
    ]),
  ).toContain('00:00:01,000 --> 00:00:04,000');
});
