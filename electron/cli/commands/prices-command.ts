import type { ModelPrice } from '#shared/contract/prices.ts';
import { formatRateText } from '#shared/cost/money.ts';
import { isCurrency, type Price, type RateName, rateNames, readRate, unitsPerRate } from '#shared/cost/price.ts';
import { counted } from '#shared/format.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { printLine } from '../output/terminal.ts';
import { pricesOptions } from '../specs/setup-specs.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type VerbLine, type Verbs } from './command.ts';
import type { OpenCore } from './open-core.ts';
import { inSavedCore, savedConnections } from './saved-connections.ts';

/** One command line of `patchbay prices`, after its verb, with the open data folder and the connection that is meant. */
type Act = VerbLine<typeof pricesOptions> & { core: OpenCore; connectionId: string };

const verbs: Verbs<typeof pricesOptions, Act> = {
  list: { options: ['connection', 'json'], work: list },
  set: { options: ['connection', 'currency', 'recalculate', 'json', 'quiet'], work: set },
  remove: { options: ['connection', 'json', 'quiet'], work: remove },
  import: { options: ['connection', 'json', 'quiet'], work: importPrices },
  export: { options: ['connection', 'out', 'force', 'json', 'quiet'], work: exportPrices },
};

/** `patchbay prices <verb>`: the prices of the models of a saved connection. No secret is read. */
export const managePrices: Command = async (args, surroundings) => {
  const { work, line } = readVerb('prices', pricesOptions, verbs, args, surroundings);
  refuseBothOnStdout(line.values);
  return inSavedCore(
    surroundings.version,
    async (core) => {
      const { id: connectionId } = await savedConnections(core).find(line.values.connection ?? null);
      return work({ ...line, core, connectionId });
    },
    async () => createMemoryVault(),
  );
};

/** `cachedInputPerMillion` is the cached input per 1M, and `perInputImage` has no name besides its unit. */
const rateWords = (name: RateName): { what: string; unit: string } => {
  const at = name.toLowerCase().indexOf('per');
  const words = (text: string) => text.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
  return { what: words(name.slice(0, at)), unit: words(name.slice(at + 'per'.length)).replace(/^million/, '1M') };
};

/** Returns every rate of a price on one line, such as `input $0.40 per 1M, output $1.60 per 1M`. */
export const ratesText = ({ rates, currency }: Price): string =>
  rateNames
    .flatMap((name) => {
      const { what, unit } = rateWords(name);
      const amount = rates[name] === undefined ? [] : [formatRateText(rates[name], currency, 'en')];
      return amount.map((text) => `${what} ${text} per ${unit}`.trimStart());
    })
    .join(', ');

/** Returns a price without what belongs to its model. */
export const priceOf = ({ currency, rates, maxInputTokens }: Price) => ({
  currency,
  rates: { ...rates },
  ...(maxInputTokens !== undefined && { maxInputTokens }),
});

const lineOf = ({ model, source, setAt, ...price }: ModelPrice) => ({
  type: 'price' as const,
  model,
  ...priceOf(price),
  source,
  setAt,
});

async function list({ words, values, terminal, core, connectionId }: Act): Promise<number> {
  if (words.length > 0) throw new UsageError('prices list takes no names.', 'Help: patchbay help prices');
  const prices = await core.client.prices.list({ connectionId });
  if (values.json) for (const price of prices) await printLine(terminal, lineOf(price));
  else if (prices.length === 0)
    terminal.note(
      'No prices are known. Gateways may tell them with their models: patchbay models. If this one does not, enter them: patchbay prices set MODEL inputPerMillion=1.25 outputPerMillion=10',
    );
  else
    await terminal.table([
      ['model', 'price', 'source'],
      ...prices.map((price) => [price.model, ratesText(price), price.source]),
    ]);
  return exitCodes.done;
}

async function set({ words, values, terminal, core, connectionId }: Act): Promise<number> {
  const [model, ...given] = words;
  if (model === undefined) throw new UsageError('Missing MODEL, as in: patchbay prices set gpt-5 inputPerMillion=1.25');
  if (given.length === 0)
    throw new UsageError('Missing RATE=AMOUNT, such as inputPerMillion=1.25.', `Rates: ${rateNames.join(', ')}`);
  const currency = values.currency ?? 'USD';
  if (!isCurrency(currency)) throw new UsageError('--currency must be three capital letters, such as USD.');
  const price = { currency, rates: Object.fromEntries(given.map(readAssignment)) };
  const recalculate = values.recalculate ?? false;
  const { recalculated } = await core.client.prices.set({ connectionId, model, price, recalculate });
  if (values.json) await printLine(terminal, { type: 'price-set', model, recalculated });
  else
    terminal.note(`${model}: ${ratesText(price)}. ${counted(recalculated, 'earlier request')} recalculated.`, 'good');
  return exitCodes.done;
}

function readAssignment(word: string): [RateName, string] {
  const at = word.indexOf('=');
  const name = word.slice(0, Math.max(0, at));
  const known = rateNames.find((rate) => rate.toLowerCase() === name.toLowerCase());
  if (!known)
    throw new UsageError(
      `"${name || word}" is not a rate.${didYouMean(name, rateNames)}`,
      `Rates: ${rateNames.join(', ')}`,
    );
  const rate = readRate(word.slice(at + 1));
  if (rate !== null) return [known, rate];
  const unit = unitsPerRate(known) === 1 ? 'for one' : 'for a million';
  throw new UsageError(`${known} must be an amount ${unit}, with at most 12 decimals, such as ${known}=0.40.`);
}

async function remove({ words: [model, ...more], values, terminal, core, connectionId }: Act): Promise<number> {
  if (model === undefined || more.length > 0) throw new UsageError('prices remove takes one MODEL.');
  const known = (await core.client.prices.list({ connectionId })).find((price) => price.model === model);
  if (!known || known.source === 'listing')
    throw new UsageError(`No price was entered or imported for "${model}".`, 'List the prices: patchbay prices list');
  await core.client.prices.remove({ connectionId, model });
  if (values.json) await printLine(terminal, { type: 'price-removed', model });
  else
    terminal.note(`Removed the price of ${model}.${known.listed ? ' The one of the model list applies again.' : ''}`);
  return exitCodes.done;
}

async function importPrices({ words, values, terminal, core, connectionId }: Act): Promise<number> {
  const [path, ...models] = words;
  if (path === undefined) throw new UsageError('Missing FILE: the prices to import.');
  const { id: fileId } = await admitPath(core.files, path);
  const { candidates, entries, unreadable } = await core.client.prices.importPreview({ connectionId, fileId });
  // A name that fits only after the last slash may mean another model: it is imported if it is named.
  const chosen = candidates.filter(({ model, isExact }) => (models.length > 0 ? models.includes(model) : isExact));
  const missing = models.find((model) => !chosen.some((candidate) => candidate.model === model));
  if (missing !== undefined) throw new UsageError(`The file has no price for "${missing}".`);
  const { recalculated } =
    chosen.length === 0
      ? { recalculated: 0 }
      : await core.client.prices.importChosen({ connectionId, fileId, models: chosen.map(({ model }) => model) });
  const result = { imported: chosen.length, found: candidates.length, entries, unreadable, recalculated };
  if (values.json) await printLine(terminal, { type: 'prices-imported', ...result });
  else {
    terminal.note(`Imported ${counted(chosen.length, 'price')} of ${counted(entries, 'price')} in the file.`, 'good');
    for (const { model, name, isExact } of candidates)
      if (!isExact && !models.includes(model))
        terminal.note(`${model} was left out: it is ${name} in the file. Name it to import it.`);
  }
  return chosen.length > 0 ? exitCodes.done : exitCodes.empty;
}

async function exportPrices({ words, values, terminal, core, connectionId }: Act): Promise<number> {
  if (words.length > 0) throw new UsageError('prices export takes no names.', 'Help: patchbay help prices');
  const out = await openOutput(values.out ?? '-', values.force ?? false, terminal);
  const { id } = await core.client.prices.export({ connectionId });
  await saveStored(core.files, id, out);
  const prices = (await core.client.prices.list({ connectionId })).length;
  if (values.json) await printLine(terminal, { type: 'prices-exported', path: out.path, prices });
  else if (out.path !== 'stdout') terminal.note(`${out.saved} (${counted(prices, 'price')}).`, 'good');
  return exitCodes.done;
}
