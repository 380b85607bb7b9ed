import { describe, expect, test } from 'vitest';
import { draft } from '#shared/contract/exchanges.ts';
import { taskRule } from '#shared/contract/tasks.ts';
import {
  emptyVariables,
  fillJson,
  variablesIn,
  withoutVariables,
} from '../../../../../renderer/panels/request/model/fill.ts';
import { problemOf, requestDraft, taskRuleOf } from '../../../../../renderer/panels/request/model/request-draft.ts';
import {
  emptyForm,
  type RequestForm,
  readForm,
  writeForm,
} from '../../../../../renderer/panels/request/model/request-form.ts';

const form = (change: Partial<RequestForm>): RequestForm => ({ ...emptyForm, ...change });
const draftOf = (change: Partial<RequestForm>) =>
  draft.parse(requestDraft(form(change), { connectionId: 'c', keyId: undefined }));

describe('variables', () => {
  test('are found wherever they occur, once each', () => {
    const found = variablesIn(
      form({
        path: '/v/{{id}}',
        query: [{ name: 'q', value: '{{ word }}', on: true }],
        bodyMode: 'json',
        json: '{"a": "{{word}}", "b": {{count}}}',
        text: '{{hidden}}',
      }),
    );
    expect(found).toEqual(['id', 'word', 'count']);
  });

  test('insert a value into a path as one segment, whatever it contains', () => {
    expect(draftOf({ path: '/v/{{id}}/x', values: { id: 'a b/../c?d#e' } }).custom?.path).toBe(
      '/v/a%20b%2F..%2Fc%3Fd%23e/x',
    );
    // The escaped slash is then rejected by the path's own rules: a value never leads elsewhere.
    expect(problemOf(form({ path: '/v/{{id}}', values: { id: '../../admin' } }))).toMatchObject({ what: 'path' });
  });

  test('insert values into JSON according to the type of their field', () => {
    const fields: RequestForm['fields'] = [
      { name: 'count', kind: 'number', options: '', start: '' },
      { name: 'loud', kind: 'switch', options: '', start: '' },
    ];
    const values: Record<string, string> = { count: '3', loud: 'true', text: 'say "hi"\n' };
    const filled = fillJson(
      '{"n": "{{count}}", "bare": {{count}}, "on": {{loud}}, "t": "{{text}}", "in": "<{{text}}>", "{{count}}x": 1}',
      fields,
      (name) => values[name] ?? '',
    );
    expect(JSON.parse(filled)).toEqual({ n: 3, bare: 3, on: true, t: 'say "hi"\n', in: '<say "hi"\n>', '3x': 1 });
  });

  test('are checked as JSON in place: outside of strings as a number of the same length', () => {
    const json = '{"n": {{count}}, "t": "a {{text}} \\" {{x}}", "last": {{ b }}}';
    const checked = withoutVariables(json);
    expect(checked.length).toBe(json.length);
    expect(JSON.parse(checked)).toEqual({ n: 0, t: 'a {{text}} " {{x}}', last: 0 });
    expect(() => JSON.parse(withoutVariables('{"n": {{count}},}'))).toThrow();
  });

  test('without a value are reported before sending; a switch that was never turned on is off, not empty', () => {
    const one = form({
      path: '/v/{{id}}',
      bodyMode: 'json',
      json: '{"n": {{count}}, "on": {{loud}}, "q": "{{q}}"}',
      fields: [
        { name: 'loud', kind: 'switch', options: '', start: '' },
        { name: 'q', kind: 'text', options: '', start: 'cake' },
      ],
      values: { id: '' },
    });
    expect(emptyVariables(one)).toEqual(['id', 'count']);
    expect(emptyVariables({ ...one, values: { id: '7', count: '0' } })).toEqual([]);
    expect(draftOf({ query: [{ name: 'l', value: '{{loud}}', on: true }], fields: one.fields }).query).toEqual([
      ['l', 'false'],
    ]);
  });

  test('with an invalid number stay text', () => {
    const fields: RequestForm['fields'] = [{ name: 'n', kind: 'number', options: '', start: '' }];
    expect(JSON.parse(fillJson('{"n": "{{n}}"}', fields, () => 'three'))).toEqual({ n: 'three' });
  });

  test('start as their field says until something is typed', () => {
    const fields: RequestForm['fields'] = [{ name: 'q', kind: 'text', options: '', start: 'cake' }];
    const query = [{ name: 'q', value: '{{q}}', on: true }];
    expect(draftOf({ fields, query }).query).toEqual([['q', 'cake']]);
    expect(draftOf({ fields, query, values: { q: '' } }).query).toEqual([['q', '']]);
  });
});

test('only selected and named fields are sent', () => {
  const made = draftOf({
    method: 'POST',
    path: '/vendor/tasks',
    headers: [
      { name: 'X-One', value: '1', on: true },
      { name: 'X-Two', value: '2', on: false },
      { name: ' ', value: '3', on: true },
    ],
    bodyMode: 'form',
    form: [
      { kind: 'text', name: 'a', value: '1', on: true },
      { kind: 'file', name: 'f', file: { id: 'file1', name: 'x', type: 'text/plain', sizeBytes: 1 }, on: true },
      { kind: 'file', name: 'g', file: null, on: false },
    ],
  });
  expect(made).toMatchObject({
    routeId: 'custom',
    custom: { method: 'POST', path: '/vendor/tasks', keyStyle: 'bearer' },
  });
  expect(made.headers).toEqual([['X-One', '1']]);
  expect(made.body).toEqual({
    kind: 'form',
    fields: [
      { kind: 'text', name: 'a', value: '1' },
      { kind: 'file', name: 'f', fileId: 'file1' },
    ],
  });
});

test.each([
  ['path', { path: '//evil.example' }],
  ['path', { path: '' }],
  ['json', { bodyMode: 'json', json: '{' }],
  ['file', { bodyMode: 'form', form: [{ kind: 'file', name: 'f', file: null, on: true }] }],
  ['rule', { asTask: true }],
] as const)('%s blocks %j', (what, change) => {
  expect(problemOf(form(change as Partial<RequestForm>))?.what).toBe(what);
});

test('a rule is parsed from words separated by commas', () => {
  const rule = { ...emptyForm.rule, doneWords: 'ok , Done,', pollPath: '/vendor/tasks/{id}' };
  expect(problemOf(form({ asTask: true, rule }))).toBeNull();
  expect(taskRule.parse(taskRuleOf(form({ rule })))).toMatchObject({ doneWords: ['ok', 'Done'] });
});

test('a saved request is restored in full, and anything else becomes a new one', () => {
  const written = form({ method: 'PUT', path: '/x', savedId: 's', revision: 4, values: { a: 'b' } });
  expect(readForm(writeForm(written))).toEqual({ ...written, savedId: null, revision: 0 });
  expect(readForm('not json')).toEqual(emptyForm);
  expect(readForm('{"query": "x", "path": 4, "method": "PATCH"}')).toEqual({ ...emptyForm, method: 'PATCH' });
});
