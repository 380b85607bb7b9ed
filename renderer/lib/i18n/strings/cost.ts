import type { CostGap } from '#shared/cost/cost.ts';
import type { RateName } from '#shared/cost/price.ts';
import { plural } from './plural.ts';

/** Why the cost of a request is not known. */
const gaps: Record<CostGap, string> = {
  'no-price': 'The model has no price.',
  'no-usage': 'The gateway reported no usage.',
  'no-rate': 'The price has no rate for something that was used.',
  'above-limit': 'The price applies to shorter prompts only.',
};

/** What a rate is charged for. */
const rates: Record<RateName, string> = {
  inputPerMillion: 'Input',
  cachedInputPerMillion: 'Cached input',
  outputPerMillion: 'Output',
  reasoningPerMillion: 'Reasoning',
  audioInputPerMillion: 'Audio input',
  audioOutputPerMillion: 'Audio output',
  imageInputPerMillion: 'Image input',
  imageOutputPerMillion: 'Image output',
  perInputImage: 'Attached images',
  perImage: 'Generated images',
  perAudioSecond: 'Audio',
  perVideoSecond: 'Video',
  perMillionCharacters: 'Speech',
  perSearch: 'Searches',
  perRequest: 'Requests',
};

const tokens = '1M tokens';
/** For how much a rate is charged once. */
const units: Record<RateName, string> = {
  inputPerMillion: tokens,
  cachedInputPerMillion: tokens,
  outputPerMillion: tokens,
  reasoningPerMillion: tokens,
  audioInputPerMillion: tokens,
  audioOutputPerMillion: tokens,
  imageInputPerMillion: tokens,
  imageOutputPerMillion: tokens,
  perInputImage: 'image',
  perImage: 'image',
  perAudioSecond: 'second',
  perVideoSecond: 'second',
  perMillionCharacters: '1M characters',
  perSearch: 'search',
  perRequest: 'request',
};

/** Prices and costs, wherever they are shown. */
export const cost = {
  label: 'Cost',
  unknown: 'unknown',
  gaps,
  rates,
  units,
  about: (amount: string) => `about ${amount}`,
  /** Sums in several currencies. */
  and: (amounts: readonly string[]) => amounts.join(' + '),
  /** One line of a cost: a count at a rate. */
  line: (name: RateName, count: string, rate: string) => `${rates[name]}: ${count} × ${rate} / ${units[name]}`,
  rate: (name: RateName, rate: string) => `${rate} / ${units[name]}`,
  tokensIn: (count: string) => `~${count} tokens in`,
  withoutFiles: (estimate: string) => `${estimate}, excluding files`,
  estimated: 'Estimated before sending.',
  outputToo: (rate: string) => `Output is charged in addition: ${rate}.`,
  /** Of a cost that several requests have together. */
  several: (count: number) => `Total cost of ${plural(count, 'request', 'requests')}`,
  thread: (amount: string) => `Cost of this conversation: ${amount}`,
  today: (amount: string) => `${amount} today`,
  demoToday: (amount: string) => `${amount} today (demo)`,
  todayTitle: 'Cost today',
  byModel: { model: 'Model', connection: 'Connection', requests: 'Requests', cost: 'Cost' },
  deleted: 'Deleted requests',
  total: 'Total',
  withoutPrice: (count: number) => `${plural(count, 'request', 'requests')} without a price`,
  withoutCost: (count: number) => `${plural(count, 'request', 'requests')} with a price but unknown cost`,
  setPrices: 'Set prices',
  demoNote: 'The demo gateway’s prices are invented. Nothing is charged.',
};
