import { expect, test } from 'vitest';
import { latencyOf } from '#shared/protocol/turn-latency.ts';

const turn = {
  turn: 1,
  ...{ typedMs: null, speechEndMs: null, committedMs: null, responseMs: null },
  ...{ firstWordMs: null, firstAudioMs: null, doneMs: null },
};

test('only speech has a response latency; a typed message has a time to first audio or text', () => {
  expect(latencyOf({ ...turn, speechEndMs: 100, firstWordMs: 150, firstAudioMs: 220 })).toEqual({
    ...{ kind: 'response', ms: 120 },
  });
  expect(latencyOf({ ...turn, typedMs: 100, firstWordMs: 130, firstAudioMs: 141 })).toEqual({ kind: 'audio', ms: 41 });
  expect(latencyOf({ ...turn, typedMs: 100, firstWordMs: 130 })).toEqual({ kind: 'text', ms: 30 });
  expect(latencyOf({ ...turn, speechEndMs: 100, firstWordMs: 150 })).toEqual({ kind: 'response-text', ms: 50 });
});

test('of speech and a typed message in one turn the later one counts', () => {
  const both = { ...turn, typedMs: 200, speechEndMs: 100, firstAudioMs: 250 };
  expect(latencyOf(both)).toEqual({ kind: 'audio', ms: 50 });
  expect(latencyOf({ ...both, speechEndMs: 230 })).toEqual({ kind: 'response', ms: 20 });
});

test('without a beginning or a reply there is none', () => {
  expect(latencyOf({ ...turn, firstAudioMs: 100 })).toBeNull();
  expect(latencyOf({ ...turn, speechEndMs: 100 })).toBeNull();
});
