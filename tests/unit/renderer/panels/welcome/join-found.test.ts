import { expect, test } from 'vitest';
import { recognize } from '../../../../../renderer/lib/recognize/recognize.ts';
import { joinFound, nothingFound } from '../../../../../renderer/panels/welcome/paste-field.tsx';

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
  const curl = recognize(`curl https://two.example/v1/models -H 'X-Team: a'`);
  const found = joinFound(joinFound(nothingFound, env), curl);
  expect(found).toMatchObject({ kind: 'curl', keyLength: key.length, headers: [['X-Team', 'a']] });
  expect(found.address).toContain('two.example');
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
