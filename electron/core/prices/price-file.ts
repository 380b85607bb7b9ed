import type { PriceCandidate, PriceFile } from '#shared/contract/prices.ts';
import { isCurrency, isSamePrice, type Price, type RateName, rateFor, rateNames } from '#shared/cost/price.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { asObject, type JsonObject } from '#shared/protocol/json.ts';
import { parseImported } from '../files/read-imported.ts';
import { priceInTable } from './listed-price.ts';

const format = 'patchbay-prices';

/** One price of a file, under the name that the file gives the model. */
interface Entry {
  name: string;
  price: Price;
}

interface FilePrices {
  form: PriceFile['form'];
  /** The last of several entries of one name. */
  prices: Map<string, Price>;
  entries: number;
  unreadable: number;
}

/** Writes prices as a file that `readPriceFile` reads: rates are texts, so that no reader rounds them. */
export function writePriceFile(prices: readonly (Price & { model: string })[], version: string): string {
  const rows = prices.map(({ model, currency, rates, maxInputTokens }) => ({
    model,
    currency,
    rates: Object.fromEntries(rateNames.flatMap((name) => (rates[name] === undefined ? [] : [[name, rates[name]]]))),
    ...(maxInputTokens !== undefined && { maxInputTokens }),
  }));
  return `${JSON.stringify({ format, version: 1, createdBy: `Patchbay ${version}`, prices: rows }, null, 2)}\n`;
}

/**
 * Reads the text of a price file: ours, or LiteLLM's table of prices.
 *
 * @throws AppError `bad-input` that says what the text is instead.
 */
export function readPriceFile(text: string): FilePrices {
  const document = asObject(parseImported(text));
  if (document === null) throw new AppError(notJson);
  if (document.format === format) return readOwn(document);
  const entries = Object.entries(document).filter(([name]) => name !== 'sample_spec');
  const isTable = entries.some(([, entry]) =>
    Object.keys(asObject(entry) ?? {}).some((field) => /_cost(_per_|$)/.test(field)),
  );
  if (!isTable) throw new AppError(otherFile);
  return collect(
    'litellm',
    entries.map(([name, entry]) => {
      const fields = asObject(entry);
      const price = fields && priceInTable(fields);
      return price && { name, price };
    }),
  );
}

function readOwn({ version, prices }: JsonObject): FilePrices {
  if (version !== 1) throw new AppError(newerFile);
  if (!Array.isArray(prices)) throw new AppError(otherFile);
  return collect('patchbay', prices.map(readRow));
}

function readRow(row: unknown): Entry | null {
  const { model, currency, rates, maxInputTokens } = asObject(row) ?? {};
  const given = Object.entries(asObject(rates) ?? {});
  if (typeof model !== 'string' || model === '' || model.length > 300 || given.length === 0) return null;
  if (typeof currency !== 'string' || !isCurrency(currency)) return null;
  if (maxInputTokens !== undefined && !(Number.isInteger(maxInputTokens) && Number(maxInputTokens) > 0)) return null;
  const read: { [Name in RateName]?: string } = {};
  for (const [name, value] of given) {
    const rate = rateFor(value, 1);
    // An unknown rate is part of the price: without it every cost would be too low.
    if (rate === null || !(rateNames as readonly string[]).includes(name)) return null;
    read[name as RateName] = rate;
  }
  const limit = maxInputTokens === undefined ? {} : { maxInputTokens: Number(maxInputTokens) };
  return { name: model, price: { currency, rates: read, ...limit } };
}

function collect(form: PriceFile['form'], read: readonly (Entry | null)[]): FilePrices {
  const found = read.filter((entry) => entry !== null);
  return {
    form,
    prices: new Map(found.map(({ name, price }) => [name, price])),
    entries: read.length,
    unreadable: read.length - found.length,
  };
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/**
 * Finds the price in a file for each model: under its own name, else under a name that differs only in what is before
 * the last slash, if all such entries have the same price. Our own files also contain models that are not listed.
 */
export function matchPrices(
  { form, prices }: FilePrices,
  models: readonly string[],
  before: (model: string) => Price | null,
): PriceCandidate[] {
  // Judged once per group and not once per model: thousands of both may have one name after the slash.
  const byLastPart = new Map(
    [...Map.groupBy(prices, ([name]) => lastPart(name))].flatMap(([last, [first, ...others]]) =>
      first && others.every(([, price]) => isSamePrice(price, first[1])) ? [[last, first] as const] : [],
    ),
  );
  const wanted = new Set(form === 'patchbay' ? [...models, ...prices.keys()] : models);
  return [...wanted].sort().flatMap((model) => {
    const exact = prices.get(model);
    if (exact) return { model, name: model, isExact: true, price: exact, before: before(model) };
    const first = form === 'patchbay' ? undefined : byLastPart.get(lastPart(model));
    if (!first) return [];
    return { model, name: first[0], isExact: false, price: first[1], before: before(model) };
  });
}

const kept = 'No price was changed.';
const notJson = failure('bad-input', `This file is not a JSON object. ${kept}`, {
  hint: 'Choose a file of prices that Patchbay exported, or a copy of LiteLLM’s model_prices_and_context_window.json.',
});
const otherFile = failure('bad-input', `This file contains no prices that Patchbay can read. ${kept}`, {
  hint: 'Choose a file of prices that Patchbay exported, or a copy of LiteLLM’s model_prices_and_context_window.json.',
});
const newerFile = failure('bad-input', `This file of prices is from a newer version of Patchbay. ${kept}`, {
  hint: 'Update Patchbay, then import the file again.',
});
