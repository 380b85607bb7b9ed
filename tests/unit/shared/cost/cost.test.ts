import { expect, test } from 'vitest';
import { type Billed, type Cost, costOf } from '#shared/cost/cost.ts';
import { estimateTokens, tokenCorrection } from '#shared/cost/estimate-tokens.ts';
import { formatMoney, formatRateText, sumMoney } from '#shared/cost/money.ts';
import { type Price, type Rates, rateFor, readRate } from '#shared/cost/price.ts';
import type { Usage } from '#shared/protocol/part.ts';

const usd = (rates: Rates, more: Partial<Price> = {}): Price => ({ currency: 'USD', rates, ...more });
const used = (usage: Partial<Usage>): Usage => ({
  inputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  cachedTokens: null,
  totalTokens: null,
  ...usage,
});
const text = (usage: Partial<Usage>): Billed => ({ usage: used(usage) });
const linesOf = ({ parts }: Cost) => parts.map(({ name, count, nano }) => [name, count, nano]);
const nanoOf = (billed: Billed, price: Price | null) => costOf(billed, price).money?.nano ?? costOf(billed, price).gap;

test('charges input and output at their rates', () => {
  // 1,204 x $0.40 / 1,000,000 = $0.0004816; 213 x $1.60 / 1,000,000 = $0.0003408.
  const cost = costOf(
    text({ inputTokens: 1204, outputTokens: 213, totalTokens: 1417 }),
    usd({ inputPerMillion: '0.4', outputPerMillion: '1.6' }),
  );
  expect(cost.money).toEqual({ nano: 822_400, currency: 'USD' });
  expect(linesOf(cost)).toEqual([
    ['inputPerMillion', 1204, 481_600],
    ['outputPerMillion', 213, 340_800],
  ]);
  expect(cost).toMatchObject({ gap: null, isEstimate: false });
});

test('takes cached tokens out of the input that contains them, and leaves those that are reported besides', () => {
  const price = usd({ inputPerMillion: '3', cachedInputPerMillion: '0.3', outputPerMillion: '15' });
  // 200 x 3 + 800 x 0.3 + 10 x 15, in millionths of a dollar.
  expect(nanoOf(text({ inputTokens: 1000, cachedTokens: 800, outputTokens: 10, totalTokens: 1010 }), price)).toBe(
    (600 + 240 + 150) * 1000,
  );
  // The total shows that the 800 are not among the 1,000.
  expect(nanoOf(text({ inputTokens: 1000, cachedTokens: 800, outputTokens: 10, totalTokens: 1810 }), price)).toBe(
    (3000 + 240 + 150) * 1000,
  );
  // More cached tokens than input tokens cannot be among them.
  expect(nanoOf(text({ inputTokens: 5, cachedTokens: 800, outputTokens: 10 }), price)).toBe((15 + 240 + 150) * 1000);
  expect(nanoOf(text({ inputTokens: 1000, cachedTokens: 800, outputTokens: 0 }), usd({ inputPerMillion: '3' }))).toBe(
    3_000_000,
  );
});

test('takes reasoning out of the output, at its own rate or that of output', () => {
  const counted = text({ inputTokens: 100, outputTokens: 50, reasoningTokens: 40, totalTokens: 150 });
  const price = usd({ inputPerMillion: '2', outputPerMillion: '8' });
  expect(nanoOf(counted, price)).toBe((200 + 400) * 1000);
  expect(nanoOf(counted, usd({ ...price.rates, reasoningPerMillion: '4' }))).toBe((200 + 80 + 160) * 1000);
  // The native surface counts reasoning besides the output.
  const native = text({ inputTokens: 100, outputTokens: 10, reasoningTokens: 40, totalTokens: 150 });
  expect(nanoOf(native, price)).toBe((200 + 400) * 1000);
});

test('charges audio and image tokens at their own rates, else as text', () => {
  const counted = text({
    inputTokens: 300,
    outputTokens: 120,
    totalTokens: 420,
    units: { audioInputTokens: 200, audioOutputTokens: 100, imageInputTokens: 60 },
  });
  const price = usd({ inputPerMillion: '4', outputPerMillion: '16' });
  expect(nanoOf(counted, price)).toBe((1200 + 1920) * 1000);
  const apart = usd({
    ...price.rates,
    audioInputPerMillion: '32',
    audioOutputPerMillion: '64',
    imageInputPerMillion: '5',
  });
  // 40 x 4 + 200 x 32 + 60 x 5 + 20 x 16 + 100 x 64.
  expect(nanoOf(counted, apart)).toBe((160 + 6400 + 300 + 320 + 6400) * 1000);
  expect(nanoOf({ ...counted, isMixed: true }, apart)).toBe('no-usage');
  expect(nanoOf({ ...counted, isMixed: true }, price)).toBe((1200 + 1920) * 1000);
});

test.each<[unit: string, billed: Billed, rates: Rates, nano: number]>([
  ['image', { usage: null, images: 3 }, { perImage: '0.04' }, 120_000_000],
  ['second of audio', { usage: null, audioSeconds: 12.5 }, { perAudioSecond: '0.0001' }, 1_250_000],
  ['second of video', { usage: null, videoSeconds: 8 }, { perVideoSecond: '0.1' }, 800_000_000],
  ['character', { usage: null, characters: 421 }, { perMillionCharacters: '15' }, 6_315_000],
  ['search', text({ units: { searchUnits: 2 } }), { perSearch: '0.002' }, 4_000_000],
  ['request', { usage: null }, { perRequest: '0.005' }, 5_000_000],
])('charges per %s', (_, billed, rates, nano) => {
  expect(nanoOf(billed, usd(rates))).toBe(nano);
});

test('adds every rate of a price', () => {
  const price = usd({ inputPerMillion: '2.5', outputPerMillion: '10', perInputImage: '0.003613', perRequest: '0.01' });
  const cost = costOf({ ...text({ inputTokens: 1000, outputTokens: 100 }), inputImages: 2 }, price);
  expect(cost.money?.nano).toBe(2_500_000 + 1_000_000 + 7_226_000 + 10_000_000);
  // The tokens of the images may be in the count as well.
  expect(cost.isEstimate).toBe(true);
});

test('a cost is complete or unknown', () => {
  const price = usd({ inputPerMillion: '0.4', outputPerMillion: '1.6' });
  expect(nanoOf(text({ inputTokens: 5, outputTokens: 5 }), null)).toBe('no-price');
  expect(nanoOf(text({ inputTokens: 5, outputTokens: 5 }), usd({}))).toBe('no-price');
  expect(nanoOf({ usage: null }, price)).toBe('no-usage');
  expect(nanoOf(text({ inputTokens: 5 }), price)).toBe('no-usage');
  expect(nanoOf(text({ totalTokens: 5 }), price)).toBe('no-usage');
  expect(nanoOf({ usage: null }, usd({ perImage: '0.04' }))).toBe('no-usage');
  expect(nanoOf(text({ inputTokens: 5, outputTokens: 5 }), usd({ outputPerMillion: '1' }))).toBe('no-rate');
  expect(nanoOf(text({ inputTokens: 201, outputTokens: 5 }), { ...price, maxInputTokens: 200 })).toBe('above-limit');
  expect(nanoOf(text({ inputTokens: 200, outputTokens: 5 }), { ...price, maxInputTokens: 200 })).toBe(88_000);
});

test('embeddings need no output count, and a total alone is input', () => {
  const price = usd({ inputPerMillion: '0.02', outputPerMillion: '0' });
  expect(nanoOf(text({ inputTokens: 1500, totalTokens: 1500 }), price)).toBe(30_000);
  expect(nanoOf(text({ totalTokens: 1500 }), price)).toBe(30_000);
  expect(
    nanoOf(text({ inputTokens: 1500, totalTokens: 1500 }), usd({ inputPerMillion: '1', outputPerMillion: '2' })),
  ).toBe(1_500_000);
});

test('a free model costs nothing, whatever its gateway reports', () => {
  expect(costOf({ usage: null }, usd({ inputPerMillion: '0', outputPerMillion: '0' })).money).toEqual({
    nano: 0,
    currency: 'USD',
  });
});

test('rounds the exact sum once, half up', () => {
  // 1 x $0.0005 / 1,000,000 is half a billionth; two of them are one.
  expect(nanoOf(text({ inputTokens: 1, outputTokens: 0 }), usd({ inputPerMillion: '0.0005' }))).toBe(1);
  expect(nanoOf(text({ inputTokens: 1, outputTokens: 0 }), usd({ inputPerMillion: '0.0004' }))).toBe(0);
  const both = costOf(
    text({ inputTokens: 1, outputTokens: 1 }),
    usd({ inputPerMillion: '0.0004', outputPerMillion: '0.0004' }),
  );
  expect([both.money?.nano, ...both.parts.map(({ nano }) => nano)]).toEqual([1, 0, 0]);
  // A tenth of a cent ten thousand times: binary fractions would drift.
  const tenth = costOf({ usage: null }, usd({ perRequest: '0.001' })).money;
  expect(sumMoney(Array.from({ length: 10_000 }, () => tenth))).toEqual([{ nano: 10_000_000_000, currency: 'USD' }]);
});

test('sums each currency by itself', () => {
  expect(
    sumMoney([{ nano: 5, currency: 'USD' }, null, { nano: 2, currency: 'CNY' }, { nano: 1, currency: 'USD' }]),
  ).toEqual([
    { nano: 6, currency: 'USD' },
    { nano: 2, currency: 'CNY' },
  ]);
});

test.each([
  ['0.40', '0.4'],
  [' 2.50 ', '2.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['0', '0'],
  ['0.000', '0'],
  ['-1', null],
  ['1e3', null],
  ['1,5', null],
  ['', null],
  ['0.1234567890123', null],
])('reads the rate %j as %j', (given, rate) => {
  expect(readRate(given)).toBe(rate);
});

test.each<[one: unknown, factor: 1 | 1_000_000, rate: string | null]>([
  ['0.0000004', 1_000_000, '0.4'],
  [4e-7, 1_000_000, '0.4'],
  [1.25e-9, 1_000_000, '0.00125'],
  [1.5e-5, 1_000_000, '15'],
  ['0.00001', 1_000_000, '10'],
  ['12.5', 1_000_000, '12500000'],
  [0, 1_000_000, '0'],
  ['0.003613', 1, '0.003613'],
  [-1, 1_000_000, null],
  ['free', 1_000_000, null],
  [null, 1, null],
])('the amount %j for one is %j times as a rate: %j', (one, factor, rate) => {
  expect(rateFor(one, factor)).toBe(rate);
});

test('writes amounts of any size so that they can be read', () => {
  const dollars = (nano: number) => formatMoney({ nano, currency: 'USD' }, 'en');
  expect(
    [0, 1, 999, 1_234, 420_000, 4_100_000, 41_000_000, 412_000_000, 996_000_000, 12_345_678_901].map(dollars),
  ).toEqual([
    '$0',
    '<$0.000001',
    '<$0.000001',
    '$0.0000012',
    '$0.00042',
    '$0.0041',
    '$0.041',
    '$0.41',
    '$1.00',
    '$12.35',
  ]);
  expect(formatMoney({ nano: 410_000_000, currency: 'CNY' }, 'zh-CN')).toBe('¥0.41');
  expect(formatMoney({ nano: 410_000_000, currency: 'USD' }, 'zh-CN')).toBe('US$0.41');
  expect(['15', '0.4', '0.003613'].map((rate) => formatRateText(rate, 'USD', 'en'))).toEqual([
    '$15',
    '$0.40',
    '$0.003613',
  ]);
});

test('estimates tokens by script and corrects the estimate by what was counted', () => {
  const english = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
  // Nine words and a full stop are ten tokens in the vocabularies of today.
  expect(estimateTokens(english)).toBeGreaterThan(150);
  expect(estimateTokens(english)).toBeLessThan(260);
  expect(estimateTokens('我们的结账服务调用支付接口')).toBeGreaterThan(estimateTokens('payment service') * 2);
  expect(estimateTokens('')).toBe(0);
  expect(tokenCorrection(1200, 1000)).toBe(1.2);
  expect(tokenCorrection(null, 1000)).toBe(1);
  expect(tokenCorrection(9000, 1000)).toBe(2);
  expect(tokenCorrection(10, 1000)).toBe(0.5);
});
