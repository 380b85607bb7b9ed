import { expect, test } from 'vitest';
import { recognizeAll } from '../../../../../renderer/lib/recognize/recognize-all.ts';

const brief = (text: string) =>
  recognizeAll(text).map(({ address, keys }) => [address, ...keys.map(({ alias, secret }) => `${alias}=${secret}`)]);

test('consecutive commands become connections, and those of one gateway become one', () => {
  const text = [
    "curl https://gw.northwind.example/v1/models -H 'Authorization: Bearer sk-aaaa1111bbbb'",
    '',
    '$ curl https://gw.northwind.example/v1/chat/completions \\',
    "  -H 'Authorization: Bearer sk-cccc2222dddd'",
    "curl http://10.0.0.8:3000/v1beta/models -H 'x-goog-api-key: AIzaSyA-1234567890'",
  ].join('\n');
  expect(brief(text)).toEqual([
    ['https://gw.northwind.example', 'key 1=sk-aaaa1111bbbb', 'key 2=sk-cccc2222dddd'],
    ['http://10.0.0.8:3000', '=AIzaSyA-1234567890'],
  ]);
});

test('lines of an .env file are grouped by the prefix of URL and key', () => {
  const text = `
    # staging
    NORTHWIND_BASE_URL=https://gw.northwind.example/v1
    NORTHWIND_API_KEY="sk-aaaa1111bbbb"
    LAB_API_BASE=http://10.0.0.8:3000
    LAB_API_KEY=sk-cccc2222dddd
    DEBUG=1`;
  expect(brief(text)).toEqual([
    ['https://gw.northwind.example', 'northwind=sk-aaaa1111bbbb'],
    ['http://10.0.0.8:3000', 'lab=sk-cccc2222dddd'],
  ]);
});

test('a list from another tool gives one connection per entry, under its name there', () => {
  const text = JSON.stringify({
    providers: {
      northwind: { baseUrl: 'https://gw.northwind.example/v1', apiKey: 'sk-aaaa1111bbbb' },
      lab: { baseUrl: 'http://10.0.0.8:3000', apiKey: 'sk-cccc2222dddd', headers: { 'x-team': 'eval' } },
    },
  });
  const found = recognizeAll(text);
  expect(found.map(({ name, address }) => [name, address])).toEqual([
    ['northwind', 'https://gw.northwind.example'],
    ['lab', 'http://10.0.0.8:3000'],
  ]);
  expect(found[1]?.headers).toEqual([['x-team', 'eval']]);
});

test('a key without a URL belongs to the only gateway, otherwise it stays separate', () => {
  expect(brief('BASE_URL=https://gw.example\nOTHER_API_KEY=sk-aaaa1111bbbb')).toEqual([
    ['https://gw.example', 'other=sk-aaaa1111bbbb'],
  ]);
  expect(brief('sk-aaaa1111bbbb')).toEqual([[null, '=sk-aaaa1111bbbb']]);
});

test('text without any of these gives nothing', () => {
  expect(recognizeAll('hello there')).toEqual([]);
  expect(recognizeAll('')).toEqual([]);
  expect(recognizeAll('{"a":[1,{"b":null}]}')).toEqual([]);
});
