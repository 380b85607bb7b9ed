import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor, redactedKey } from '../../../../../electron/core/redaction/redact.ts';
import { PartRedactor } from '../../../../../electron/core/redaction/redact-parts.ts';
import { decodeEntities } from '../../../../../renderer/ui/markdown/decode-entities.ts';
import type { Part } from '../../../../../shared/protocol/part.ts';
import { canaryKey, randomPart } from '../../../../support/exchange/canary.ts';

const redactor = new Redactor([canaryKey]);
const codeOf = (character: string) => character.charCodeAt(0);
const hex = (character: string, digits: number) => codeOf(character).toString(16).padStart(digits, '0');

type Hide = (character: string, index: number) => string;
const hidings: Record<string, Hide> = {
  'decimal entities': (character) => `&#${codeOf(character)};`,
  'decimal entities with zeros in front': (character) => `&#${String(codeOf(character)).padStart(7, '0')};`,
  'hexadecimal entities': (character) => `&#x${hex(character, 2)};`,
  'hexadecimal entities in capitals': (character) => `&#X${hex(character, 4).toUpperCase()};`,
  'entities without semicolons': (character, index) => (index % 2 === 0 ? `&#x${hex(character, 2)}` : `*${character}*`),
  'percent signs at every second letter': (character, index) => (index % 2 === 0 ? character : `%${hex(character, 2)}`),
  'JSON escapes at every second letter': (character, index) =>
    index % 2 === 0 ? character : `\\u${hex(character, 4)}`,
  'escaped JSON escapes': (character) => `\\\\u${hex(character, 4)}`,
  'JSON escapes of entities': (character) => `\\u0026#${codeOf(character)};`,
  'zero-width spaces': (character) => `${character}\u200b`,
  'soft hyphens': (character) => `\u00ad${character}`,
  'named entities of characters that are not seen': (character) => `${character}&shy;&zwnj;`,
  'entities of characters that are not seen': (character) => `${character}&#8203;`,
  'control characters': (character) => `${character}\u0000\u001b`,
  'variation selectors': (character) => `${character}\ufe0f`,
  'tag characters': (character) => `${character}\u{e0041}`,
  'emphasis of Markdown': (character, index) => (index % 2 === 0 ? `**${character}**` : character),
  'code of Markdown': (character, index) => (index % 2 === 0 ? `\`${character}\`` : character),
  'backslashes of Markdown': (character) => (/\w/.test(character) ? `${character}~~` : `\\${character}`),
};
const hide = (how: Hide) => [...canaryKey].map(how).join('');

/** What is shown of a text after every decoding, without invisible characters. */
function shown(text: string): string {
  const escapes = (once: string) =>
    once
      .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replaceAll('\\\\', '\\')
      .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  const lenient = (once: string) => once.replace(/(&#(?:x[0-9a-f]+|\d+))(?![0-9a-f;])/gi, '$1;');
  return decodeEntities(lenient(escapes(escapes(text)))).replace(
    /[\p{Cc}\p{Cf}\p{Cs}*`~\\]|\p{Variation_Selector}/gu,
    '',
  );
}

const windows = Array.from({ length: randomPart.length - 7 }, (_, at) => randomPart.slice(at, at + 8));
const pieceIn = (text: string) => windows.find((window) => shown(text).includes(window));

test.each(Object.entries(hidings))('a key behind %s is removed from text, whole or in chunks', (_, how) => {
  const text = `The key is ${hide(how)} here`;
  expect(shown(text)).toContain(canaryKey);
  expect(pieceIn(redactor.text(text))).toBeUndefined();
  expect(redactor.text(text)).toContain(redactedKey);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (sizes) => {
      const pieces = redactor.pieces();
      let given = '';
      for (let at = 0, turn = 0; at < text.length; turn += 1) {
        const size = sizes[turn % sizes.length] as number;
        given += pieces.push(text.slice(at, at + size));
        at += size;
      }
      given += pieces.end();
      expect(pieceIn(given)).toBeUndefined();
      expect(given).toMatch(/^The key is .* here$/s);
    }),
    { numRuns: 60 },
  );
});

test.each(Object.entries(hidings).filter(([name]) => !/Markdown|control characters|without semicolons/.test(name)))(
  'a key behind %s is removed from bytes at every cut',
  (_, how) => {
    const body = Buffer.from(`{"a":"${hide(how)}"}\n`);
    for (let cut = 0; cut <= body.length; cut += 1) {
      const stream = redactor.bytes();
      const bytes = [stream.push(body.subarray(0, cut)), stream.push(body.subarray(cut)), stream.end()];
      expect(pieceIn(Buffer.concat(bytes).toString()), `cut at ${cut}`).toBeUndefined();
    }
    const byOne = redactor.bytes();
    const bytes = [...body].map((_byte, at) => byOne.push(body.subarray(at, at + 1)));
    expect(pieceIn(Buffer.concat([...bytes, byOne.end()]).toString()), 'byte by byte').toBeUndefined();
  },
);

test('any mixture of encodings in one key is undone', () => {
  const entries = Object.values(hidings).slice(0, 16);
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 15 }), { minLength: canaryKey.length, maxLength: canaryKey.length }),
      (which) => {
        const text = [...canaryKey]
          .map((character, index) => entries[which[index] as number]!(character, index))
          .join('');
        expect(pieceIn(redactor.text(`x ${text} y`))).toBeUndefined();
      },
    ),
  );
});

test('what only looks like an escape passes unchanged, at any cut', () => {
  const character = fc.constantFrom(...'\\u00%73&#x15;*`~\u200b\u{1f600}é你 "\n', 'sk-', randomPart.slice(0, 3));
  fc.assert(
    fc.property(fc.array(character, { maxLength: 80 }), fc.array(fc.nat(), { maxLength: 6 }), (signs, cuts) => {
      const text = signs.join('');
      expect(redactor.text(text)).toBe(text);
      const pieces = redactor.pieces();
      const stream = redactor.bytes();
      const bytes = Buffer.from(text);
      const out: Uint8Array[] = [];
      let given = '';
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b)];
      places.forEach((place, index) => {
        given += pieces.push(text.slice(place, places[index + 1]));
        out.push(stream.push(bytes.subarray(place, index + 1 < places.length ? places[index + 1] : bytes.length)));
      });
      expect(given + pieces.end()).toBe(text);
      expect(Buffer.concat([...out, stream.end()]).toString()).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('a key with thousands of invisible characters in it is not shown', () => {
  const pieces = redactor.pieces();
  const text = [...canaryKey].map((character) => character + '\u200b'.repeat(5000)).join('');
  let given = '';
  for (let at = 0; at < text.length; at += 1000) given += pieces.push(text.slice(at, at + 1000));
  expect(pieceIn(given + pieces.end())).toBeUndefined();
});

test('a key that contains markup characters is found where they are not shown', () => {
  const starred = new Redactor(['pa*ss~word`17\\x']);
  expect(starred.text('it is pa*ss~word`17\\x now')).toBe(`it is ${redactedKey} now`);
  expect(starred.text('it is p\u200bassword17x now')).toBe(`it is ${redactedKey} now`);
});

test('a list that begins with a number is cleaned like any other', () => {
  expect(redactor.value({ a: [1, canaryKey, [2, { b: [0, `x ${canaryKey}`] }]] })).toEqual({
    a: [1, redactedKey, [2, { b: [0, `x ${redactedKey}`] }]],
  });
  const vector = [1, 2, 3.5];
  expect(redactor.value({ vector }).vector).toBe(vector);
});

test('texts with nothing held back are not scanned again, however many there are', () => {
  let ended = 0;
  const counting = Object.assign(Object.create(redactor) as Redactor, {
    pieces() {
      const pieces = redactor.pieces();
      const end = pieces.end.bind(pieces);
      return Object.assign(pieces, {
        end() {
          ended += 1;
          return end();
        },
      });
    },
    value: <T>(value: T): T => redactor.value(value),
  });
  const parts = new PartRedactor(counting);
  const given: Part[] = [];
  for (let index = 0; index < 1000; index += 1) {
    const held = index % 100 === 0 ? canaryKey.slice(0, 4) : '{}';
    given.push(...parts.clean({ type: 'tool-delta', index, arguments: held }));
    given.push(...parts.clean({ type: 'progress', stage: 'receiving' }));
  }
  expect(ended).toBe(10);
  expect(given.filter((part) => part.type === 'tool-delta' && part.arguments === canaryKey.slice(0, 4))).toHaveLength(
    10,
  );
});

test('a key that is spelled by the tokens of a reply is removed', () => {
  const token = (text: string) => ({ text, logprob: -1, alternatives: [{ text, logprob: -1 }] });
  const spelled = [...`The key ${canaryKey}.`].map(token);
  const [clean] = new PartRedactor(redactor).clean({ type: 'logprobs', tokens: spelled });
  expect(pieceIn(JSON.stringify(clean))).toBeUndefined();
  expect(clean).toMatchObject({ tokens: [{ text: `The key ${redactedKey}.`, logprob: null }] });
  const harmless: Part = { type: 'logprobs', tokens: [...'hello'].map(token) };
  expect(new PartRedactor(redactor).clean(harmless)).toEqual([harmless]);
});

/** Ways in which a display that obeys direction marks shows the key, though its letters are sent in another order. */
const turned: Record<string, string> = {
  'from its end behind a right-to-left override': `\u202e${reversed(canaryKey)}\u202c`,
  'from its end in an isolate': `\u2067\u202e${reversed(canaryKey)}\u2069`,
  'half from its end': `${canaryKey.slice(0, 14)}\u202e${reversed(canaryKey.slice(14))}\u202c`,
  'from its end in a string of JSON': `"\\u202e${reversed(canaryKey)}\\u202c"`,
  'from its end with zero-width spaces': [...reversed(canaryKey)].join('\u200b'),
};
function reversed(text: string): string {
  return [...text].reverse().join('');
}

test.each(Object.entries(turned))('a key %s is removed from text and bytes, whole or in chunks', (_, spelled) => {
  const leak = (text: string) => pieceIn(text) ?? pieceIn(reversed(shown(text)));
  const text = `Your key is ${spelled}, keep it.`;
  expect(leak(text)).toBeDefined();
  expect(leak(redactor.text(text))).toBeUndefined();
  for (const size of [1, 3, 7, 20]) {
    const pieces = redactor.pieces();
    const stream = redactor.bytes();
    const bytes = Buffer.from(text);
    let given = '';
    const out: Uint8Array[] = [];
    for (let at = 0; at < text.length; at += size) given += pieces.push(text.slice(at, at + size));
    for (let at = 0; at < bytes.length; at += size) out.push(stream.push(bytes.subarray(at, at + size)));
    expect(leak(given + pieces.end())).toBeUndefined();
    expect(leak(Buffer.concat([...out, stream.end()]).toString())).toBeUndefined();
  }
});
