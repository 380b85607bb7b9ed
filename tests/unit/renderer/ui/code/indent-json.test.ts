import { expect, test } from 'vitest';
import { indentJson, sourcePart } from '../../../../../renderer/ui/code/indent-json.ts';

test('indenting changes only the white space between tokens', () => {
  expect(indentJson('{"a":1.10,"b":[12345678901234567890,{"c":"x: \\u00e9, {}"}],"a":null,"e":{},"f":[ ]}')).toBe(
    [
      '{',
      '  "a": 1.10,',
      '  "b": [',
      '    12345678901234567890,',
      '    {',
      '      "c": "x: \\u00e9, {}"',
      '    }',
      '  ],',
      '  "a": null,',
      '  "e": {},',
      '  "f": []',
      '}',
    ].join('\n'),
  );
  expect(indentJson('\ufeff{"a":1}')).toBe('\ufeff{\n  "a": 1\n}');
  expect(indentJson('"text"')).toBe('"text"');
  expect(indentJson('{"a":')).toBeNull();
  expect(indentJson('')).toBeNull();
});

test('text is nested without end and grows only in proportion', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect((indentJson(deep) ?? '').length).toBeLessThan(deep.length * 90);
});

const sources = [
  '{"a":1,"b":["x y",null,{}],"c":"  "}',
  '{ "a" : 1 ,\r\n\t"b":[ "x y",null , { } ],\n"c":"  " }\n',
  '\n [ ] ',
  '"\\" {\\"a\\":1}"',
  '[[1,2],[3]]',
];

test.each(sources)('every part of indented JSON is the part of the source with the same tokens: %j', (source) => {
  const shown = indentJson(source) ?? '';
  const bare = (text: string) => text.replace(/\s/g, '');
  expect(sourcePart(source, shown, 0, shown.length)).toBe(source);
  for (let from = 0; from < shown.length; from += 1)
    for (let to = from + 1; to <= shown.length; to += 1) {
      const part = sourcePart(source, shown, from, to);
      expect(source).toContain(part);
      expect(bare(part)).toBe(bare(shown.slice(from, to)));
    }
});
