import { expect, test } from 'vitest';
import { readPastedCurl } from '../../../../../renderer/panels/request/model/pasted-curl.ts';

const base = { baseAddress: 'https://gateway.example/api', keyHeader: { name: 'Authorization', prefix: 'Bearer ' } };

test('reads method, path, query, headers and an indented JSON body, and drops the key', () => {
  const pasted = readPastedCurl(
    `curl -X PUT 'https://gateway.example/api/vendor/tasks?limit=2' -H 'Authorization: Bearer sk-secret-123456789' \\
      -H 'Content-Type: application/json' -H 'x-trace: 7' -d '{"a":1}'`,
    base,
  );
  expect(pasted).toMatchObject({ otherOrigin: null, hadKey: true, leftOut: [] });
  expect(pasted?.form).toMatchObject({
    method: 'PUT',
    path: '/vendor/tasks',
    keyStyle: 'bearer',
    query: [{ name: 'limit', value: '2', on: true }],
    headers: [{ name: 'x-trace', value: '7', on: true }],
    bodyMode: 'json',
    json: '{\n  "a": 1\n}',
  });
  expect(JSON.stringify(pasted)).not.toContain('sk-secret');
});

test('says where the command would have been sent, and what it does not include', () => {
  const pasted = readPastedCurl('curl https://other.example/v1/models --max-time 5 -d @body.json', base);
  expect(pasted).toMatchObject({ otherOrigin: 'https://other.example', form: { path: '/v1/models' } });
  expect(pasted?.leftOut).toEqual(expect.arrayContaining([expect.stringContaining('--max-time'), 'body.json']));
});

test('reads forms, other bodies, and a key in the query', () => {
  const form = readPastedCurl('curl https://gateway.example/api/up -F model=x -F file=@a.png', base);
  expect(form?.form.form).toEqual([
    { kind: 'text', name: 'model', value: 'x', on: true },
    { kind: 'file', name: 'file', file: null, on: true },
  ]);
  const plain = readPastedCurl('curl https://gateway.example/api/x?key=AIzaSyD-1234567890abcdef -d a=1 -d b=2', base);
  expect(plain?.form).toMatchObject({
    method: 'POST',
    keyStyle: 'query',
    query: [],
    bodyMode: 'text',
    text: 'a=1&b=2',
    mediaType: 'application/x-www-form-urlencoded',
  });
});

test.each(['/v1/models', 'wget https://a.example', '', 'curl'])('leaves %j to the field', (text) => {
  expect(readPastedCurl(text, base)).toBeNull();
});

test('the key header of the connection is its usual one', () => {
  const home = { ...base, keyHeader: { name: 'api-key', prefix: '' } };
  const text = "curl https://gateway.example/api/x -H 'api-key: 0123456789abcdef0123'";
  expect(readPastedCurl(text, home)?.form.keyStyle).toBe('bearer');
  expect(readPastedCurl(text, base)?.form.keyStyle).toBe('x-vendor-api-key');
});
