import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readJson } from '#core/readers/intake/json-text.ts';
import { createThinkTags } from '#core/readers/parts/think-tags.ts';
import { createToolCalls } from '#core/readers/parts/tool-calls.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { growth } from '../../../../support/growth.ts';
import { readPieces, sse } from '../../../../support/readers/read-answer.ts';

/** Takes a text in pieces of its own. */
function think(pieces: readonly string[]): void {
  const tags = createThinkTags();
  for (const piece of pieces) tags.take(piece);
  tags.end();
}

test.each<[string, (size: number) => string[]]>([
  ['angles', (size) => Array(size).fill('<')],
  ['tags in the middle of lines', (size) => ['a', ...Array(size).fill('x <think> y')]],
  ['closing tags', (size) => Array(size).fill('\n</think> x')],
  ['starts of tags with attributes', (size) => ['a\n', ...Array(size).fill('<think a b c')]],
  ['backticks', (size) => ['\n', ...Array(size).fill('`')]],
  ['blocks between lines', (size) => Array(size).fill('a\n<think>b</think>\n')],
  ['channels', (size) => Array(size).fill('<|channel|>analysis<|message|>a<|end|>')],
  ['blanks', (size) => ['a', ...Array(size).fill(' \n')]],
  ['one line', (size) => ['a'.repeat(size * 8) + '<'.repeat(size)]],
])('reasoning among %s is found in time linear in the text', (_name, pieces) => {
  expect(growth(4000, pieces, think)).toBeLessThan(24);
});

test.each<[string, (size: number) => string]>([
  ['trailing commas', (size) => `[${'[1,],'.repeat(size)}1]`],
  ['strings of Python', (size) => `[${"'a\\'b',".repeat(size)}None]`],
  ['control characters', (size) => `"${'\t'.repeat(size)}"`],
  ['depth', (size) => `${'['.repeat(size)}NaN${']'.repeat(size)}`],
  ['a fault at the end', (size) => `[${'NaN,'.repeat(size)}x]`],
])('JSON with %s is repaired in time linear in its length', (_name, text) => {
  expect(growth(20_000, text, readJson)).toBeLessThan(24);
});

type Entry = Record<string, unknown>;
const call = (text: string, rest: Entry = {}): Entry => ({
  index: 0,
  function: { name: 'f', arguments: text },
  ...rest,
});

test.each<[string, (size: number) => Entry[]]>([
  ['whole calls', (size) => Array.from({ length: size }, () => call('{"a":1}'))],
  ['one id', (size) => Array.from({ length: size }, () => call('{"a":1}', { id: 'x' }))],
  [
    'small objects after a large one',
    (size) => [call(`{"a":"${'b'.repeat(size * 20)}"}`), ...Array(size).fill(call('{}'))],
  ],
  ['closing brackets', (size) => [call('{"a":1}'), ...Array(size).fill({ index: 0, function: { arguments: '}' } })]],
  ['open strings', (size) => [call('{"a":"'), ...Array(size).fill(call('}{'))]],
])('calls with %s are told apart in time linear in their length', (_name, entries) => {
  const read = (list: readonly Entry[]) => {
    const calls = createToolCalls(0);
    for (const entry of list) calls.take([entry]);
    calls.end(false);
  };
  expect(growth(2000, entries, read)).toBeLessThan(24);
});

test.each<[ReaderKind, string, (at: number) => Entry]>([
  [
    'responses',
    'items with one id',
    (at) => ({
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'function_call', call_id: 'c', name: 'f', arguments: `{"a":${at}}` },
    }),
  ],
  ['responses', 'contents of unknown types', () => ({ type: 'response.output_text.delta', delta: { x: 1 } })],
  ['chat', 'sources without addresses', (at) => ({ choices: [{ delta: { annotations: [{ file_id: `f${at}` }] } }] })],
  [
    'chat',
    'messages of which none begins with the one before',
    (at) => ({ choices: [{ message: { content: `${at}` } }] }),
  ],
])('%s: %s are read in time linear in their number', (kind, _name, event) => {
  const body = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => sse(event(at))).join(''));
  expect(growth(2000, body, (bytes) => readPieces(kind, [bytes]))).toBeLessThan(24);
});
