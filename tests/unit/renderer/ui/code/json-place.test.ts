import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { joinPath, jsonAt } from '../../../../../renderer/ui/code/json-place.ts';

const text = '{"a": [1, {"odd key": "x\\ny"}], "n": 12345678901234567890, "a.b": null}';
const state = EditorState.create({ doc: text, extensions: [json()] });
const at = (part: string) => jsonAt(state, text.indexOf(part) + 1);

test('a place in JSON has the path of its value and the value as it was sent', () => {
  expect(at('1, {')).toEqual({ path: '$.a', value: '[1, {"odd key": "x\\ny"}]' });
  expect(jsonAt(state, text.indexOf('1, {'))).toEqual({ path: '$.a[0]', value: '1' });
  expect(at('x\\ny')).toEqual({ path: '$.a[1]["odd key"]', value: 'x\ny' });
  expect(at('odd key')).toEqual({ path: '$.a[1]["odd key"]', value: 'x\ny' });
  expect(at('12345')).toEqual({ path: '$.n', value: '12345678901234567890' });
  expect(at('null')).toEqual({ path: '$["a.b"]', value: 'null' });
  expect(jsonAt(state, 0)?.path).toBe('$');
});

test('a key that could break the path is quoted', () => {
  expect(joinPath('$', 'a.b')).toBe('$["a.b"]');
  expect(joinPath('$', '"')).toBe('$["\\""]');
  expect(joinPath('$', '1a')).toBe('$["1a"]');
  expect(joinPath('$', '__proto__')).toBe('$.__proto__');
});
