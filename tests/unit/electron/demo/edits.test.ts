import { expect, test } from 'vitest';
import { editText } from '#demo/routes/edits.ts';
import { ask, openGateway } from './demo-client.ts';

test.each([
  ['teh cat. it recieve more', 'Fix the spelling mistakes.', 'The cat. It receive more'],
  ['one two', 'Make it upper case', 'ONE TWO'],
  ['a red hat, red', 'Replace "red" with "blue"', 'a blue hat, blue'],
  ['a very big cat', 'Remove "very"', 'a big cat'],
])('edits %j: %s', (input, instruction, edited) => {
  expect(editText(input, instruction)).toBe(edited);
});

test("responds as the route's vendor once did, and says what it cannot do", async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, '/v1/edits', {
    model: 'demo-edit',
    input: 'teh',
    instruction: 'Fix the spelling',
    n: 2,
  });
  expect(json).toMatchObject({
    object: 'edit',
    choices: [
      { text: 'The', index: 0 },
      { text: 'The', index: 1 },
    ],
  });
  expect(json.usage.total_tokens).toBe(json.usage.prompt_tokens + json.usage.completion_tokens);
  const odd = await ask(gateway, '/v1/edits', {
    model: 'demo-edit',
    input: 'tea',
    instruction: 'Translate into Latin',
  });
  expect(odd.json.choices[0].text).toMatch(/^tea\n\n\[.*does not know how.*Latin/s);
});

test('requires an instruction and a model that edits', async () => {
  await using gateway = await openGateway();
  const refused = async (body: object) => (await ask(gateway, '/v1/edits', body)).json.error;
  expect(await refused({ model: 'demo-edit', input: 'a' })).toMatchObject({ code: 'invalid_request' });
  expect(await refused({ model: 'demo-chat', instruction: 'a' })).toMatchObject({ code: 'model_not_supported' });
  expect(await refused({ model: 'demo-edit', instruction: 'a', n: 21 })).toMatchObject({ param: 'n' });
});
