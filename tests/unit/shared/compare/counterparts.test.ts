import { expect, test } from 'vitest';
import { counterparts, families, setInAll } from '#shared/compare/counterparts.ts';
import { bodyFragment, parametersOf } from '#shared/protocol/compose/text-parameters.ts';

test('every counterpart is a parameter of its protocol', () => {
  const routeOf = {
    'chat.completions': 'chat.completions',
    responses: 'responses',
    native: 'native.streamGenerateContent',
  } as const;
  const unknown = counterparts.flatMap((row) =>
    families
      .filter(
        (family) =>
          row[family] !== undefined && !parametersOf[routeOf[family]].some(({ name }) => name === row[family]),
      )
      .map((family) => row[family]),
  );
  expect(unknown).toEqual([]);
});

test('a value set for one protocol is sent by the others under their own name', () => {
  const values = setInAll({}, 'native.streamGenerateContent', 'generationConfig.maxOutputTokens', {
    on: true,
    value: 64,
  });
  expect(bodyFragment(values, 'chat.completions').fragment).toMatchObject({ stream: true, max_tokens: 64 });
  expect(bodyFragment(values, 'responses').fragment).toMatchObject({ max_output_tokens: 64 });
  expect(bodyFragment(values, 'native.streamGenerateContent').fragment).toEqual({
    generationConfig: { maxOutputTokens: 64 },
  });
});

test('a field without a counterpart is set for its own protocol only', () => {
  const values = setInAll({}, 'chat.completions', 'logprobs', { on: true, value: true });
  expect(bodyFragment(values, 'chat.completions').fragment).toMatchObject({ logprobs: true });
  expect(bodyFragment(values, 'responses').fragment).not.toHaveProperty('logprobs');
});
