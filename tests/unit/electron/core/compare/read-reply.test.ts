import { expect, test } from 'vitest';
import { readReply } from '#core/compare/read-reply.ts';
import type { Part } from '#shared/protocol/part.ts';

const clock = { now: () => 0, monotonic: () => 0 };

async function* given(parts: readonly Part[]) {
  yield* parts;
}

const read = (...parts: Part[]) => readReply(null, given(parts), clock as never, () => {});

test('a lane says that a response has further choices, which it does not compare', async () => {
  const { text, warnings } = await read(
    { type: 'text-delta', text: 'one' },
    { type: 'text-delta', text: 'two', choice: 1 },
    { type: 'tool-call', index: 0, id: 'a', name: 'ferry', arguments: '{}', valid: true, choice: 2 },
  );
  expect(text).toBe('one');
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('2 further choices')]);
});

test('what a reply says aloud is its text, and items stand where there is nothing else', async () => {
  expect((await read({ type: 'audio', mediaType: 'audio/wav', transcript: 'Good morning.' })).text).toBe(
    'Good morning.',
  );
  const item: Part = { type: 'item', kind: 'video_url', item: { url: 'https://clips.example/tide.mp4' } };
  expect((await read(item)).text).toContain('https://clips.example/tide.mp4');
  expect((await read({ type: 'text-delta', text: 'Noon.' }, item)).text).toBe('Noon.');
});
