import { expect, test } from 'vitest';
import type { FrameRow } from '#shared/contract/realtime.ts';
import {
  type FrameFilter,
  foldFrames,
  type LogRow,
} from '../../../../../renderer/panels/realtime/model/fold-frames.ts';
import type { Gap } from '../../../../../renderer/panels/realtime/model/session-view.ts';

let next = 0;
const frame = (kind: string, change: Partial<FrameRow> = {}): FrameRow => ({
  index: next++,
  direction: 'in',
  atMs: next * 10,
  sizeBytes: 100,
  kind,
  summary: '',
  socket: 0,
  ...change,
});
const all: FrameFilter = { text: '', in: true, out: true, folded: true, control: false };
const told = (rows: LogRow[]) =>
  rows.map((row) => (row.kind === 'gap' ? 'gap' : `${row.first.kind} ${row.count} ${row.sizeBytes}`));

test('adjacent fragments of one kind are one row, and whole events stay separate', () => {
  const frames = [
    frame('response.created'),
    frame('response.output_audio.delta'),
    frame('response.output_audio.delta'),
    frame('response.output_audio_transcript.delta'),
    frame('response.output_audio.delta'),
    frame('error'),
    frame('error'),
  ];
  expect(told(foldFrames(frames, [], all))).toEqual([
    'response.created 1 100',
    'response.output_audio.delta 2 200',
    'response.output_audio_transcript.delta 1 100',
    'response.output_audio.delta 1 100',
    'error 1 100',
    'error 1 100',
  ]);
  expect(foldFrames(frames, [], { ...all, folded: false })).toHaveLength(7);
});

test('the gap is between the sockets, wherever its times fall', () => {
  const gap = { fromMs: 1, toMs: 99_999 } as Gap;
  const frames = [
    frame('session.created'),
    frame('session.created', { socket: 1 }),
    frame('session.updated', { socket: 1 }),
  ];
  expect(told(foldFrames(frames, [gap], all))).toEqual([
    'session.created 1 100',
    'gap',
    'session.created 1 100',
    'session.updated 1 100',
  ]);
  expect(told(foldFrames(frames.slice(0, 1), [gap], all))).toEqual(['session.created 1 100', 'gap']);
});

test('a filter accepts words, directions and the pings of the connection itself', () => {
  const frames = [
    frame('session.update', { direction: 'out', summary: 'voice alloy' }),
    frame('session.updated'),
    frame('ping', { direction: 'out' }),
  ];
  expect(foldFrames(frames, [], all)).toHaveLength(2);
  expect(foldFrames(frames, [], { ...all, control: true })).toHaveLength(3);
  expect(told(foldFrames(frames, [], { ...all, out: false }))).toEqual(['session.updated 1 100']);
  expect(told(foldFrames(frames, [], { ...all, text: 'ALLOY' }))).toEqual(['session.update 1 100']);
});
