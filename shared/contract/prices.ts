import * as z from 'zod/mini';
import type { Cost, CostGap } from '../cost/cost.ts';
import type { Money } from '../cost/money.ts';
import { type Price, type PriceSource, rateNames } from '../cost/price.ts';
import type { FileRef } from '../protocol/part.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

const modelId = z.string().check(z.minLength(1), z.maxLength(300));
const rate = z.string().check(z.maxLength(24));

/** A price as the user enters it. Rates that are no amounts, and a price without any, are refused with `bad-input`. */
export const priceInput = z.object({
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  rates: z.partialRecord(z.enum(rateNames), rate),
  maxInputTokens: z.exactOptional(z.number().check(z.int(), z.minimum(1))),
});

/** The price of one model of a connection. */
export interface ModelPrice extends Price {
  model: string;
  source: PriceSource;
  /** When it was entered or imported, or when the model list was requested, milliseconds since 1970. */
  setAt: number;
  /** The price in the model list, when another one overrides it; `null` when the list has none, or it is this one. */
  listed: Price | null;
}

/** A price in a file, and the model that it fits. */
export interface PriceCandidate {
  model: string;
  /** The name in the file. */
  name: string;
  /** Whether the two names are equal. Otherwise only the part after the last slash is. */
  isExact: boolean;
  price: Price;
  /** The price that it would replace. */
  before: Price | null;
}

/** The content of a price file, for one connection. */
export interface PriceFile {
  /** `litellm`: the shape of LiteLLM's `model_prices_and_context_window.json`. */
  form: 'patchbay' | 'litellm';
  /** Entries in the file, and those among them whose price cannot be read. */
  entries: number;
  unreadable: number;
  /** Sorted by model. Of a LiteLLM file, only what fits a model of this connection. */
  candidates: PriceCandidate[];
}

/** What the requests of a period cost, of one model of one connection. Deleted requests have no names. */
export interface Spent {
  connectionId: string;
  connectionName: string;
  isDemo: boolean;
  model: string;
  requests: number;
  /** One sum per currency; empty when no request had a price. */
  money: Money[];
  /** Something in it is an estimate. */
  isEstimate: boolean;
  /** Requests without a known cost, by reason. */
  gaps: Partial<Record<CostGap, number>>;
}

const place = { connectionId: identifier, model: modelId };

export const prices = {
  /** Every known price of a connection, sorted by model: entered, imported, or in the newest model list. */
  list: call(z.object({ connectionId: identifier }), out<ModelPrice[]>()),
  /**
   * Sets a price by hand. It applies to requests from now on, and to earlier ones of this model without a price; with
   * `recalculate`, to all of them. Returns how many earlier requests now have another cost.
   */
  set: call(
    z.object({ ...place, price: priceInput, recalculate: z.optional(z.boolean()) }),
    out<{ recalculated: number }>(),
  ),
  /** Removes a price that was entered or imported; the one of the model list applies again. Past costs stay. */
  remove: call(z.object(place), out<void>()),
  /** Reads a price file. Nothing is saved. Fails with `bad-input` or `too-large`. */
  importPreview: call(z.object({ connectionId: identifier, fileId: identifier }), out<PriceFile>()),
  /** Imports the prices of these models from a file. Returns how many earlier requests now have a cost. */
  importChosen: call(
    z.object({
      connectionId: identifier,
      fileId: identifier,
      models: z.array(modelId).check(z.minLength(1), z.maxLength(20_000)),
    }),
    out<{ recalculated: number }>(),
  ),
  /** Exports every known price of a connection. */
  export: call(z.object({ connectionId: identifier }), out<FileRef>()),
  /** By exchange id. Absent: it is running, was deleted, or costs nothing, as a model list does. */
  costs: call(z.object({ ids: z.array(identifier).check(z.maxLength(20_000)) }), out<Record<string, Cost>>()),
  /** Costs of the requests that began in a period, in milliseconds since 1970, the most expensive first. */
  spent: call(z.object({ from: z.number(), to: z.number() }), out<Spent[]>()),
};
