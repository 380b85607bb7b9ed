import { expect, test } from 'vitest';
import type { TagPair } from '#core/readers/parts/reasoning-notations.ts';
import { createThinkTags, type TextPiece } from '#core/readers/parts/think-tags.ts';
import { reasoningNotations } from '../../../../support/readers/reasoning-fixtures.ts';

/** Returns the pieces of a text that arrives in chunks, adjacent ones of one kind joined. */
function read(chunks: readonly string[], tags: readonly TagPair[] = []): TextPiece[] {
  const think = createThinkTags(tags);
  const joined: TextPiece[] = [];
  for (const piece of [...chunks.flatMap((chunk) => think.take(chunk)), ...think.end()]) {
    const last = joined.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

/** Cuts a text once at each place, and into its characters. */
function* cuts(text: string): Generator<string[]> {
  for (let at = 0; at <= text.length; at += 1) yield [text.slice(0, at), text.slice(at)];
  yield [...text];
}

const planned = [
  { kind: 'reasoning', text: 'plan' },
  { kind: 'text', text: 'yes' },
];

// The name of a channel without its token is one token, and never arrives in pieces.
const tagged = reasoningNotations.filter((text) => !text.startsWith('analysis'));

test.each(tagged)('%s: wherever it is cut', (text) => {
  for (const chunks of cuts(text)) expect(read(chunks), JSON.stringify(chunks)).toEqual(planned);
});

test.each([
  'First.\n<think>more</think>\nSecond.\n\n  <thinking>last</thinking>\nThird.',
  'See:\n```xml\n<think>\nso\n</think>\n```\nand `<think>` too.\n\n<think>no</think>',
  'It writes <think>so</think> here.\n<think>no</think>',
  '~~~\n<think>a</think>\n~~~\n    </think>\nb',
  '````md\n```\n<think>\n````\n<think>a</think>b',
  '<thinker> [THIN] <b>x</b> ◁ 1 < 2 <|im',
  '<think>a\n</think\n>b',
  '<think>\r\nplan\r\n</think>\r\n\r\nyes',
])('%j: the same wherever it is cut', (text) => {
  const whole = read([text]);
  for (const chunks of cuts(text)) expect(read(chunks), JSON.stringify(chunks)).toEqual(whole);
});

test('tags of a connection count beside the known ones', () => {
  const tags: TagPair[] = [
    ['«', '»'],
    ['<muse>', '</muse>'],
    ['', ''],
  ];
  for (const text of ['«plan»yes', '<Muse mood="x">plan</muse>yes', '<think>plan</think>yes'])
    for (const chunks of cuts(text)) expect(read(chunks, tags)).toEqual(planned);
  expect(read(['«plan»yes'])).toEqual([{ kind: 'text', text: '«plan»yes' }]);
});

test('a reply that was shown before its closing tag is corrected', () => {
  const think = createThinkTags();
  think.take('plan\n');
  think.take('</think>\n\ny');
  think.take('es');
  think.end();
  expect(think.correction()).toBe('yes');
});

test('a harmony message to a function is one call, wherever it is cut, also without its last token', () => {
  const call = '<|channel|>commentary to=functions.tide <|constrain|>json<|message|>{"port":"Brest"}';
  for (const text of [`${call}<|call|>`, call])
    for (const chunks of cuts(text))
      expect(read(chunks), JSON.stringify(chunks)).toEqual([{ kind: 'call', name: 'tide', text: '{"port":"Brest"}' }]);
});
