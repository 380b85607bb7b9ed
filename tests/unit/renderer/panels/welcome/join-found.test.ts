import { expect, test } from 'vitest';
import { recognize } from '../../../../../renderer/lib/recognize/recognize.ts';
import { isOtherGateway, joinFound, nothingFound } from '../../../../../renderer/panels/welcome/paste-field.tsx';

const key = 'sk-0123456789abcdefghij';

test('a URL and a key combine in either order', () => {
  for (const order of [
    ['https://gw.example', key],
    [key, 'https://gw.example'],
  ]) {
    const found = order.reduce((before, text) => joinFound(before, recognize(text)), nothingFound);
    expect(found).toMatchObject({ address: 'https://gw.example', keyLength: key.length });
  }
});

test('later input wins, and leaves other fields alone', () => {
  const env = recognize(`OPENAI_BASE_URL=https://one.example\nOPENAI_API_KEY=${key}`);
  const curl = recognize(`curl https://one.example/v1/models -H 'X-Team: a'`);
  const found = joinFound(joinFound(nothingFound, env), curl);
  expect(found).toMatchObject({ kind: 'curl', keyLength: key.length, headers: [['X-Team', 'a']] });
  expect(found.address).toContain('one.example');
});

test('nothing that was pasted for one gateway goes to another', () => {
  const curl = recognize(
    `curl https://one.example/v1/chat/completions -H 'Authorization: Bearer ${key}' -H 'X-Team: a' -d '{"model":"m"}'`,
  );
  const one = joinFound(nothingFound, curl);
  expect(one).toMatchObject({ keyLength: key.length, model: 'm', keyFor: 'https://one.example' });
  const two = recognize('https://two.example/v1');
  expect([isOtherGateway(one, two), isOtherGateway(one, recognize('https://one.example/v4'))]).toEqual([true, false]);
  expect(joinFound(one, two)).toEqual({ ...nothingFound, kind: 'address', address: 'https://two.example/v1' });
  // Its own key is taken.
  const pair = joinFound(one, recognize(`https://two.example ${key}2`));
  expect(pair).toMatchObject({ keyLength: key.length + 1, keyFor: 'https://two.example', model: null, headers: [] });
  // A key that was pasted alone belongs to the first URL.
  const alone = joinFound(joinFound(nothingFound, recognize(key)), two);
  expect(alone).toMatchObject({ keyLength: key.length, keyFor: 'https://two.example' });
  expect(isOtherGateway(alone, recognize('https://three.example'))).toBe(true);
});

test('unrecognized input removes nothing', () => {
  const before = joinFound(nothingFound, recognize('https://gw.example'));
  expect(joinFound(before, recognize('what is this?'))).toBe(before);
  expect(joinFound(before, recognize('   '))).toBe(before);
});

test('of a key only its length is remembered', () => {
  const found = joinFound(nothingFound, recognize(`OPENAI_BASE_URL=https://one.example\nOPENAI_API_KEY=${key}`));
  expect(found.keyLength).toBe(key.length);
  expect(JSON.stringify(found)).not.toContain(key.slice(0, 8));
});
