import { expect, test } from 'vitest';
import { matchPrices, readPriceFile, writePriceFile } from '#core/prices/price-file.ts';
import type { Price } from '#shared/cost/price.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { growth } from '../../../../support/growth.ts';

const price: Price = {
  currency: 'EUR',
  rates: { inputPerMillion: '0.4', outputPerMillion: '1.6' },
  maxInputTokens: 1000,
};

const failureOf = (text: string) => {
  try {
    readPriceFile(text);
  } catch (thrown) {
    return AppError.from(thrown);
  }
  return null;
};

test('reads what it writes', () => {
  const read = readPriceFile(writePriceFile([{ model: 'a', ...price }], '1.2.3'));
  expect(read).toEqual({ form: 'patchbay', prices: new Map([['a', price]]), entries: 1, unreadable: 0 });
});

test('the file says what its rates are charged for', () => {
  const { format, version, prices } = JSON.parse(writePriceFile([{ model: 'a', ...price }], '1.2.3'));
  expect({ format, version, prices }).toEqual({
    format: 'patchbay-prices',
    version: 1,
    prices: [{ model: 'a', currency: 'EUR', rates: price.rates, maxInputTokens: 1000 }],
  });
});

test('counts entries that it cannot read and takes the others', () => {
  const rows = [
    { model: 'good', currency: 'USD', rates: { inputPerMillion: 0.5 } },
    { model: 'no rates', currency: 'USD', rates: {} },
    { model: 'negative', currency: 'USD', rates: { inputPerMillion: '-1' } },
    { model: 'unknown rate', currency: 'USD', rates: { inputPerMillion: '1', perMoonPhase: '2' } },
    { model: 'no currency', rates: { inputPerMillion: '1' } },
    { model: 'bad currency', currency: 'dollars', rates: { inputPerMillion: '1' } },
    { model: 'bad limit', currency: 'USD', rates: { inputPerMillion: '1' }, maxInputTokens: -1 },
    null,
    'text',
  ];
  const read = readPriceFile(JSON.stringify({ format: 'patchbay-prices', version: 1, prices: rows }));
  expect([...read.prices]).toEqual([['good', { currency: 'USD', rates: { inputPerMillion: '0.5' } }]]);
  expect([read.entries, read.unreadable]).toEqual([9, 8]);
});

test('reads LiteLLM’s table without its sample', () => {
  const read = readPriceFile(
    JSON.stringify({
      sample_spec: { input_cost_per_token: 0, mode: 'one of: chat' },
      'gpt-4.1-mini': { input_cost_per_token: 4e-7, output_cost_per_token: 1.6e-6, litellm_provider: 'openai' },
      'dall-e-2': { input_cost_per_pixel: 1.9e-8, mode: 'image_generation' },
    }),
  );
  expect(read).toMatchObject({ form: 'litellm', entries: 2, unreadable: 1 });
  expect(read.prices.get('gpt-4.1-mini')?.rates).toEqual({ inputPerMillion: '0.4', outputPerMillion: '1.6' });
});

test.each([
  ['no JSON', 'price,model\n1,2', /not a JSON object/],
  ['a list', '[]', /not a JSON object/],
  ['another document', '{"models":{"a":{"context":5}}}', /no prices/],
  ['a newer version', '{"format":"patchbay-prices","version":2,"prices":[]}', /newer version/],
  ['our format without prices', '{"format":"patchbay-prices","version":1}', /no prices/],
])('refuses %s, says so, and says that nothing was changed', (_, text, message) => {
  const failure = failureOf(text);
  expect(failure).toMatchObject({ code: 'bad-input' });
  expect(failure?.message).toMatch(message);
  expect(failure?.message).toMatch(/No price was changed\./);
  expect(failure?.hint).not.toBe('');
});

const table = (names: Record<string, number>) =>
  readPriceFile(
    JSON.stringify(
      Object.fromEntries(Object.entries(names).map(([name, cost]) => [name, { input_cost_per_token: cost }])),
    ),
  );
const matched = (file: ReturnType<typeof table>, models: string[]) =>
  matchPrices(file, models, () => null).map(({ model, name, isExact }) => [model, name, isExact]);

test('matches a model by its name, else by what is after the last slash', () => {
  const file = table({ 'gpt-4.1': 2e-6, 'openrouter/qwen/Qwen3-32B': 1e-7, unused: 1e-6 });
  expect(matched(file, ['gpt-4.1', 'openai/gpt-4.1', 'qwen3-32b', 'other'])).toEqual([
    ['gpt-4.1', 'gpt-4.1', true],
    ['openai/gpt-4.1', 'gpt-4.1', false],
    ['qwen3-32b', 'openrouter/qwen/Qwen3-32B', false],
  ]);
});

test('leaves out a model that several entries fit at different prices', () => {
  expect(matched(table({ 'azure/gpt-4o': 2e-6, 'eu/gpt-4o': 3e-6 }), ['gpt-4o'])).toEqual([]);
  expect(matched(table({ 'azure/gpt-4o': 2e-6, 'eu/gpt-4o': 2e-6 }), ['gpt-4o'])).toEqual([
    ['gpt-4o', 'azure/gpt-4o', false],
  ]);
});

test('our own files also have prices of models that are not listed', () => {
  const file = readPriceFile(writePriceFile([{ model: 'typed by hand', ...price }], '1'));
  expect(matched(file, ['listed'])).toEqual([['typed by hand', 'typed by hand', true]]);
});

test('many entries and many models of one name after the slash are matched in linear time', () => {
  const input = (size: number) => ({
    file: table(Object.fromEntries(Array.from({ length: size }, (_, at) => [`a${at}/gpt-5`, 2e-6]))),
    models: Array.from({ length: size }, (_, at) => `b${at}/gpt-5`),
  });
  expect(growth(500, input, ({ file, models }) => matched(file, models))).toBeLessThan(24);
});
