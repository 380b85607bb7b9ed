import { Buffer } from 'node:buffer';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { ModelPrice } from '#shared/contract/prices.ts';
import type { Cost } from '#shared/cost/cost.ts';
import { hasRates, type Price, type RateName, rateNames, readRate } from '#shared/cost/price.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../files/file-store.ts';
import { readImported } from '../files/read-imported.ts';
import type { Listings } from '../models/listings.ts';
import { joinModels } from '../models/models.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import { storageFault } from '../store/storage-failure.ts';
import type { TrustedTime } from '../store/trusted-time.ts';
import { billedOf, isChargeable } from './billed.ts';
import { createCostLedger } from './cost-ledger.ts';
import { priceInRecord } from './listed-price.ts';
import { matchPrices, readPriceFile, writePriceFile } from './price-file.ts';
import { createPriceRows } from './price-rows.ts';

interface PriceParts {
  db: Pick<Database, 'sql' | 'transaction'>;
  connections: { find(id: string): { name: string; isDemo: boolean } | null };
  listings: Pick<Listings, 'ofConnection'>;
  files: Pick<FileStore, 'open' | 'admit'>;
  version: string;
  clock: Clock;
  /** The time by which old costs are deleted. */
  time: Pick<TrustedTime, 'now'>;
  announce: (change: Change) => void;
  changes(signal: AbortSignal): AsyncIterable<Change>;
}

export interface Prices {
  area: Core['prices'];
  /** Notes what an exchange that ended cost. Never throws. */
  charge(ended: RecordedExchange, readRequest: () => string | null): void;
  /** The price of a model that applies now; `null` without one. */
  priceOf(connectionId: string, model: string): Price | null;
  /** `null` for an exchange that is running, or for which a gateway does not charge. */
  costOf(exchangeId: string): Cost | null;
  /** Forgets which requests these were; what they cost stays in the sums. */
  forget(exchangeIds: readonly string[]): void;
  /** Stops following model lists. */
  close(): void;
}

/** How long costs are kept, in milliseconds: a year and a month, to compare a month with the one a year before. */
const keptMs = 400 * 86_400_000;

/** Prices of models, and what requests cost at them. */
export function createPrices(parts: PriceParts): Prices {
  const { db, connections, listings, files, version, clock, announce } = parts;
  const ledger = createCostLedger(db);
  const rows = createPriceRows(db);
  /** Prices in the model lists, by connection and model; read again after a change. */
  const listed = new Map<string, ReadonlyMap<string, ListedPrice>>();
  const closing = new AbortController();
  unlessRefused(() => ledger.trim(parts.time.now() - keptMs));

  function listedOf(connectionId: string): ReadonlyMap<string, ListedPrice> {
    const known = listed.get(connectionId);
    if (known) return known;
    const lists = listings.ofConnection(connectionId);
    const setAt = Math.max(0, ...lists.map(({ listedAt }) => listedAt ?? 0));
    const found = new Map(
      joinModels(...lists.map(({ models }) => models)).flatMap(({ id, raw }): [string, ListedPrice][] => {
        const price = priceInRecord(raw);
        return price ? [[id, { ...price, setAt }]] : [];
      }),
    );
    listed.set(connectionId, found);
    return found;
  }

  const inForce = (connectionId: string, model: string): Price | null =>
    rows.find(connectionId, model) ?? listedOf(connectionId).get(model) ?? null;

  function list(connectionId: string): ModelPrice[] {
    const inList = listedOf(connectionId);
    const own = rows.list(connectionId);
    const named = new Set(own.map(({ model }) => model));
    const all = [
      ...own.map((price) => ({ ...price, listed: plain(inList.get(price.model)) })),
      ...[...inList]
        .filter(([model]) => !named.has(model))
        .map(([model, price]): ModelPrice => ({ ...price, model, source: 'listing', listed: null })),
    ];
    return all.sort((first, second) => (first.model < second.model ? -1 : 1));
  }

  /** Applies the prices of a connection to earlier requests without one; returns how many there were. */
  async function priceEarlier(connectionId: string): Promise<number> {
    let count = 0;
    for (const model of ledger.unpriced(connectionId)) {
      const price = inForce(connectionId, model);
      if (price) count += await ledger.recalculate({ connectionId, model }, price, 'unpriced');
    }
    return count;
  }

  const announceAll = (connectionId: string, costsToo: boolean) => {
    announce({ area: 'prices', id: connectionId });
    if (costsToo) announce({ area: 'exchanges' });
  };

  const check = (connectionId: string) => {
    if (!connections.find(connectionId)) throw new AppError(noConnection);
  };

  const readFile = async (fileId: string) =>
    readPriceFile(await readImported(files, fileId, 'Select a file of prices in JSON.'));

  async function candidates(connectionId: string, fileId: string) {
    check(connectionId);
    const file = await readFile(fileId);
    const models = new Set([
      ...joinModels(...listings.ofConnection(connectionId).map(({ models: listedModels }) => listedModels)).map(
        ({ id }) => id,
      ),
      ...rows.list(connectionId).map(({ model }) => model),
    ]);
    return { file, found: matchPrices(file, [...models], (model) => plain(inForce(connectionId, model))) };
  }

  /** Reads the prices of model lists again when they have changed, and applies them to requests without a price. */
  async function followModels(): Promise<void> {
    for await (const { area, id } of parts.changes(closing.signal)) {
      if (area !== 'models') continue;
      for (const connectionId of id === undefined ? [...listed.keys()] : [id]) {
        listed.delete(connectionId);
        const priced = await priceEarlier(connectionId).catch((thrown: unknown) => {
          // The next change applies the prices again.
          if (closing.signal.aborted || storageFault(thrown) !== null) return 0;
          throw thrown;
        });
        announceAll(connectionId, priced > 0);
      }
    }
  }
  void followModels();

  return {
    area: {
      list: ({ connectionId }) => list(connectionId),
      async set({ connectionId, model, price, recalculate: asksAll = false }) {
        check(connectionId);
        const read = readInput(price);
        rows.write({ connectionId, model, price: read, source: 'manual', setAt: clock.now() });
        const recalculated = await ledger.recalculate({ connectionId, model }, read, asksAll ? 'all' : 'unpriced');
        announceAll(connectionId, recalculated > 0);
        return { recalculated };
      },
      remove({ connectionId, model }) {
        rows.remove(connectionId, model);
        announceAll(connectionId, false);
      },
      async importPreview({ connectionId, fileId }) {
        const { file, found } = await candidates(connectionId, fileId);
        const { form, entries, unreadable } = file;
        return { form, entries, unreadable, candidates: found };
      },
      async importChosen({ connectionId, fileId, models }) {
        const { found } = await candidates(connectionId, fileId);
        const wanted = new Set(models);
        const chosen = found.filter(({ model }) => wanted.has(model));
        if (chosen.length < wanted.size) throw new AppError(notInFile);
        const setAt = clock.now();
        db.transaction(() => {
          for (const { model, price } of chosen) rows.write({ connectionId, model, price, source: 'imported', setAt });
        });
        const recalculated = await priceEarlier(connectionId);
        announceAll(connectionId, recalculated > 0);
        return { recalculated };
      },
      export({ connectionId }) {
        check(connectionId);
        const bytes = Buffer.from(writePriceFile(list(connectionId), version));
        return files.admit({ name: 'prices.json', type: 'application/json', sizeBytes: bytes.length }, [bytes]);
      },
      costs: ({ ids }) => ledger.findAll(ids),
      spent: ({ from, to }) => ledger.spent(from, to),
    },
    charge(ended, readRequest) {
      const { id, connectionId, connectionName, model, startedAt } = ended;
      if (model === null || !isChargeable(ended)) return;
      unlessRefused(() =>
        ledger.add(
          {
            exchangeId: id,
            connectionId,
            connectionName,
            isDemo: connections.find(connectionId)?.isDemo ?? false,
            model,
            at: startedAt,
            billed: billedOf(ended, readRequest),
          },
          inForce(connectionId, model),
        ),
      );
    },
    priceOf: inForce,
    costOf: (exchangeId) => ledger.find(exchangeId),
    forget: (exchangeIds) => unlessRefused(() => ledger.forget(exchangeIds)),
    close: () => closing.abort(),
  };
}

type ListedPrice = Price & { setAt: number };

const plain = (price: Price | null | undefined): Price | null =>
  price
    ? {
        currency: price.currency,
        rates: price.rates,
        ...(price.maxInputTokens !== undefined && { maxInputTokens: price.maxInputTokens }),
      }
    : null;

/** Returns a price with its rates in their shortest form. @throws AppError `bad-input` that names the wrong one. */
function readInput({ currency, rates, maxInputTokens }: Price): Price {
  const read: { [Name in RateName]?: string } = {};
  for (const name of rateNames) {
    const given = rates[name];
    if (given === undefined) continue;
    const rate = readRate(given);
    if (rate === null) throw new AppError(wrongRate(name, given));
    read[name] = rate;
  }
  const price = { currency, rates: read, ...(maxInputTokens !== undefined && { maxInputTokens }) };
  if (!hasRates(price)) throw new AppError(noRate);
  return price;
}

/** What could not be stored is missing from the sums; the exchange itself is recorded, and its own writer reports it. */
function unlessRefused(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (storageFault(thrown) === null) throw thrown;
  }
}

const noConnection = failure('not-found-here', 'This connection was deleted in another window.', {
  hint: 'Select another connection.',
});
const wrongRate = (name: RateName, given: string) =>
  failure('bad-input', `${JSON.stringify(given.slice(0, 40))} is not an amount (${name}).`, {
    effect: 'unchanged',
    hint: 'Enter digits with at most 12 decimals, such as 0.40.',
    param: name,
  });
const noRate = failure('bad-input', 'A price needs at least one rate.', {
  effect: 'unchanged',
  hint: 'Enter 0 for a model that is free.',
});
const notInFile = failure('not-found-here', 'The file has no price for one of the selected models.', {
  effect: 'unchanged',
  hint: 'Select the file again.',
});
