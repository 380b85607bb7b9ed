import { expect, test } from 'vitest';
import { priceInRecord, priceInTable } from '#core/prices/listed-price.ts';

test('reads the list of OpenRouter: US dollars per token, as texts', () => {
  const record = {
    id: 'openai/gpt-5-mini',
    pricing: {
      prompt: '0.00000025',
      completion: '0.000002',
      request: '0',
      image: '0',
      web_search: '0.01',
      internal_reasoning: '0',
      input_cache_read: '0.000000025',
    },
  };
  expect(priceInRecord(record)).toEqual({
    currency: 'USD',
    rates: { inputPerMillion: '0.25', outputPerMillion: '2', cachedInputPerMillion: '0.025' },
  });
  const pricing = { prompt: '0.0000025', completion: '0.00001', image: '0.003613', request: '0.01' };
  expect(priceInRecord({ pricing })?.rates).toEqual({
    inputPerMillion: '2.5',
    outputPerMillion: '10',
    perInputImage: '0.003613',
    perRequest: '0.01',
  });
});

test('a free model of a list has a price of zero', () => {
  expect(priceInRecord({ pricing: { prompt: '0', completion: '0' } })?.rates).toEqual({
    inputPerMillion: '0',
    outputPerMillion: '0',
  });
});

test('rates for long prompts limit the price; rates by time of day make it unknown', () => {
  const pricing = { prompt: '0.000003', completion: '0.000015' };
  expect(
    priceInRecord({ pricing: { ...pricing, overrides: [{ min_prompt_tokens: 200_000, prompt: '0.000006' }] } }),
  ).toMatchObject({ maxInputTokens: 200_000, rates: { inputPerMillion: '3' } });
  expect(
    priceInRecord({ pricing: { ...pricing, overrides: [{ utc_start: 0, utc_end: 1200, prompt: '0.000006' }] } }),
  ).toBeNull();
});

test('reads the list of Vercel: texts per token under other names', () => {
  const pricing = { input: '0.000003', output: '0.000015', input_cache_read: '0.0000003' };
  expect(priceInRecord({ pricing })?.rates).toEqual({
    inputPerMillion: '3',
    outputPerMillion: '15',
    cachedInputPerMillion: '0.3',
  });
});

test('reads records of gateways built on LiteLLM: numbers per token, image, second and character', () => {
  expect(priceInRecord({ input_cost_per_token: 4e-7, output_cost_per_token: 1.6e-6 })?.rates).toEqual({
    inputPerMillion: '0.4',
    outputPerMillion: '1.6',
  });
  expect(priceInRecord({ output_cost_per_image: 0.04 })?.rates).toEqual({ perImage: '0.04' });
  expect(priceInRecord({ input_cost_per_second: 0.0001 })?.rates).toEqual({ perAudioSecond: '0.0001' });
  expect(priceInRecord({ input_cost_per_character: 1.5e-5 })?.rates).toEqual({ perMillionCharacters: '15' });
  expect(priceInTable({ mode: 'image_generation', input_cost_per_image: 0.02 })?.rates).toEqual({ perImage: '0.02' });
  expect(priceInTable({ mode: 'chat', input_cost_per_image: 0.02 })?.rates).toEqual({ perInputImage: '0.02' });
  expect(
    priceInTable({
      input_cost_per_token: 1.25e-6,
      output_cost_per_token: 1e-5,
      input_cost_per_token_above_200k_tokens: 2.5e-6,
    }),
  ).toMatchObject({ maxInputTokens: 200_000 });
});

test.each([
  ['nothing', {}],
  ['ratios of new-api', { model_ratio: 0.2, completion_ratio: 4, quota_type: 0, model_price: 0 }],
  ['numbers per million under names without a unit', { pricing: { input: 0.3, output: 0.9, hourly: 0 } }],
  ['a price that depends on what serves the request', { pricing: { prompt: '-1', completion: '-1' } }],
  ['texts that are no amounts', { pricing: { prompt: 'free', completion: 'free' } }],
  ['amounts per million where they should be per token', { pricing: { prompt: '2.5', completion: '10' } }],
  ['a list of prices', { pricing: ['0.0000004'] }],
])('makes no price of %s', (_, record) => {
  expect(priceInRecord(record)).toBeNull();
});
