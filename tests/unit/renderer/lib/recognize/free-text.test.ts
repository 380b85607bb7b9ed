import { expect, test } from 'vitest';
import { readFreeText } from '../../../../../renderer/lib/recognize/free-text.ts';
import { recognize } from '../../../../../renderer/lib/recognize/recognize.ts';
import { recognizeAll } from '../../../../../renderer/lib/recognize/recognize-all.ts';

const chat = 'sk-chat1aaaa1111bbbb2222';
const media = 'sk-media2cccc3333dddd4444';
const azure = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';

const brief = (text: string) => {
  const found = readFreeText(text);
  return found && [found.address, ...found.keys.map(({ alias, secret }) => `${alias}=${secret}`)];
};

test.each([
  ['a URL and keys, one per line', `https://gw.example/v1\n${chat}\n${media}`, ['', '']],
  ['one line', `https://gw.example/v1 ${chat} ${media}`, ['', '']],
  ['labels and commas', `url: https://gw.example/v1, keys: ${chat}, ${media}`, ['', '']],
  [
    'a list of a message',
    `Hi Ann,\nBase URL: https://gw.example/v1.\n- chat: ${chat}\n2. media ${media}`,
    ['chat', 'media'],
  ],
  ['Chinese punctuation', `接口：https://gw.example/v1，两个密钥：\n聊天：${chat}\n画图 ${media}`, ['聊天', '画图']],
  [
    'a table',
    `| Name | Key |\n|---|---|\n| chat | ${chat} |\n| media | ${media} |\nURL | https://gw.example/v1`,
    ['chat', 'media'],
  ],
  ['YAML', `api_base: https://gw.example/v1\napi_keys:\n  - ${chat}\n  - ${media}`, ['', '']],
])('a message with several keys is read: %s', (_, text, names) => {
  const [first, second] = names;
  expect(brief(text)).toEqual(['https://gw.example/v1', `${first}=${chat}`, `${second}=${media}`]);
  expect(recognize(text)).toMatchObject({ kind: 'pair', address: 'https://gw.example/v1', secret: chat });
  expect(recognizeAll(text).map(({ keys }) => keys.map(({ secret }) => secret))).toEqual([[chat, media]]);
});

test('keys without a prefix are found, models, dates and versions are not', () => {
  const text = `Endpoint https://gw.example/openai key=${azure} model claude-3-5-haiku-20241022 api-version-2024-10-21`;
  expect(brief(text)).toEqual(['https://gw.example/openai', `=${azure}`]);
});

test('nothing is guessed without a URL, without a key, or with several URLs', () => {
  expect(brief(`my keys are ${chat} and ${media}`)).toBeNull();
  expect(brief('see https://gw.example for the documentation-of-version-2024')).toBeNull();
  expect(brief(`https://one.example or https://two.example with ${chat}`)).toBeNull();
  expect(brief('https://gw.example sk-... and <your key>')).toBeNull();
});

test('two keys with the same name are numbered', () => {
  const text = `https://gw.example\nteam ${chat}\nteam ${media}`;
  expect(recognizeAll(text)[0]?.keys.map(({ alias }) => alias)).toEqual(['key 1', 'key 2']);
});
