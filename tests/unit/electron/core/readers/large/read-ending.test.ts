import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readEnding } from '#core/readers/large/read-ending.ts';
import { openReader } from '#core/readers/open-reader.ts';
import type { Ending, TrafficEvent } from '#core/readers/reader.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';

const head = { status: 200, statusText: '', headers: [], streamAsked: false };

async function readAll(kind: ReaderKind, body: string, change: Partial<typeof head> = {}) {
  const events: TrafficEvent[] = [];
  const slices: Part[][] = [];
  const facts = { ...head, ...change };
  const reader = openReader(kind, facts);
  const bytes = Buffer.from(body);
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) parts.push(...reader.read(bytes.subarray(at, at + 65_536)));
  const found = readEnding({ reader, kind, head: facts, onEvent: (event) => events.push(event) });
  for (;;) {
    const next = await found.next();
    if (next.done) return { parts: [...parts, ...slices.flat()], slices, events, ending: next.value };
    slices.push([...next.value]);
  }
}

function readAtOnce(kind: ReaderKind, body: string): { parts: Part[]; ending: Omit<Ending, 'parts'> } {
  const reader = openReader(kind, head);
  const parts = reader.read(Buffer.from(body));
  const { parts: last, ...ending } = reader.end();
  return { parts: [...parts, ...last], ending };
}

const vectors = JSON.stringify({
  data: Array.from({ length: 600 }, (_, index) => ({
    index,
    embedding: Array.from({ length: 500 }, (_, at) => Math.sin(at + index)),
  })),
  usage: { prompt_tokens: 3, total_tokens: 3 },
});

test('a large body is read in a separate thread and gives the same parts, in slices', async () => {
  const { parts, slices, ending, events } = await readAll('embeddings', vectors);
  expect({ parts, ending }).toEqual(readAtOnce('embeddings', vectors));
  expect(slices.length).toBeGreaterThan(5);
  expect(events).toMatchObject([{ index: 0, sizeBytes: vectors.length, malformed: false }]);
  expect(events[0]?.data.length).toBe(64 * 1024);
});

test('a long text arrives in chunks that split no character', async () => {
  const text = 'a\u{1f600}b'.repeat(1_000_000);
  const { parts, ending } = await readAll(
    'chat',
    JSON.stringify({ choices: [{ index: 0, message: { content: text }, finish_reason: 'stop' }] }),
  );
  const pieces = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []));
  expect(pieces.length).toBeGreaterThan(20);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(pieces.join('') === text).toBe(true);
  expect(ending).toMatchObject({ verdict: 'complete', finishReason: 'stop' });
});

test('an unknown format is shown as far as it makes sense', async () => {
  const { parts, ending } = await readAll('chat', JSON.stringify({ x: 'word '.repeat(1_000_000) }));
  const raw = parts.find((part) => part.type === 'raw-event');
  expect(raw?.data.length).toBe(1024 * 1024);
  expect(parts.at(-1)).toMatchObject({ type: 'warning', code: 'not-kept' });
  expect(ending).toMatchObject({ verdict: 'failed', error: { code: 'wrong-type' } });
});

test('invalid JSON, an error, and bytes that are not text', async () => {
  const long = 'x'.repeat(3_000_000);
  expect((await readAll('chat', `{"choices":[1 2],"x":"${long}"}`)).ending.error?.code).toBe('bad-json');
  expect((await readAll('chat', `{"choices":[{"x":"${long}"`)).ending.error?.code).toBe('truncated');
  expect(
    (await readAll('chat', JSON.stringify({ error: { message: 'no', code: 'c' }, long }), { status: 500 })).ending
      .error,
  ).toMatchObject({
    status: 500,
    gatewayCode: 'c',
  });
  expect((await readAll('chat', `<html>${long}`)).ending.error?.code).toBe('not-json');
});

test('a small body is read on the main thread', async () => {
  const { parts, slices } = await readAll('embeddings', '{"data":[{"index":0,"embedding":[1,2]}]}');
  expect(slices).toHaveLength(1);
  expect(parts.map(({ type }) => type)).toEqual(['answer-start', 'vector']);
});

test('leaving early ends the thread, and the next body is read', async () => {
  const reader = openReader('embeddings', head);
  reader.read(Buffer.from(vectors));
  const left = readEnding({ reader, kind: 'embeddings', head });
  await left.next();
  await left.return({ verdict: 'complete', finishReason: null, error: null });
  expect((await readAll('embeddings', vectors)).ending.verdict).toBe('complete');
});
