import type { BalanceAmount } from '#shared/contract/keys.ts';
import { isObject, type JsonObject } from '#shared/protocol/json.ts';

/**
 * Names of fields with an amount, in lower case without separators. `/dashboard/billing/subscription` of new-api and
 * one-api: `hard_limit_usd`; `/credits` and `/key` of OpenRouter: `total_credits`, `total_usage`, `limit_remaining`;
 * `/user/balance` of DeepSeek: `total_balance`; `/user/info` of SiliconFlow: `totalBalance`; `/users/me/balance` of
 * Moonshot: `available_balance`; `/api/usage/token` of new-api: `total_available`; `/key/info` of LiteLLM: `max_budget`,
 * `spend`.
 */
const names = {
  remaining: [
    'limitremaining',
    'remaining',
    'totalavailable',
    'availablebalance',
    'totalbalance',
    'balance',
    'credits',
  ],
  used: ['totalusage', 'totalused', 'usage', 'used', 'spend', 'spent', 'consumed'],
  limit: ['hardlimitusd', 'hardlimit', 'limit', 'totalgranted', 'totalcredits', 'maxbudget', 'quota'],
} as const;

/** Limits that are nothing but amounts of credit. */
const ofCredit: ReadonlySet<string> = new Set([
  'hardlimitusd',
  'hardlimit',
  'totalgranted',
  'totalcredits',
  'maxbudget',
]);

const isLimit = (name: string) => (names.limit as readonly string[]).includes(plain(name));

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Returns a number as decimal text; `null` for anything else. */
function amountOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimal(value) : null;
  return typeof value === 'string' && /^-?\d{1,18}(?:\.\d{1,12})?$/.test(value.trim()) ? value.trim() : null;
}

/** Digits beyond the tenth come from binary fractions. */
const decimal = (value: number): string => value.toFixed(10).replace(/\.?0+$/, '');

function field(record: JsonObject, wanted: readonly string[]): { name: string; amount: string } | null {
  for (const name of wanted)
    for (const [own, value] of Object.entries(record)) {
      const amount = plain(own) === name ? amountOf(value) : null;
      if (amount !== null) return { name, amount };
    }
  return null;
}

/** The unit that the record itself names: a currency field, or the end of a field's name. */
function unitOf(record: JsonObject, fieldNames: readonly string[]): string | null {
  const { currency, unit } = record;
  const said = typeof currency === 'string' ? currency : unit;
  if (typeof said === 'string' && /^[\p{L}$]{1,12}$/u.test(said)) return said;
  if (fieldNames.some((name) => name.endsWith('usd'))) return 'USD';
  return fieldNames.some((name) => name.includes('credits')) ? 'credits' : null;
}

function readRecord(record: JsonObject): BalanceAmount | null {
  const limit = field(record, names.limit);
  const used = field(record, names.used);
  const remaining = field(record, names.remaining);
  // A page of a list has a `limit` and a chat has a `usage`: one alone is a balance only where its name says so.
  const isUnlimited = used !== null && Object.entries(record).some(([own, value]) => isLimit(own) && value === null);
  if (!remaining && !(limit && used) && !isUnlimited && !(limit && ofCredit.has(plain(limit.name)))) return null;
  const left = remaining?.amount ?? (limit && used ? decimal(Number(limit.amount) - Number(used.amount)) : null);
  const fields = [limit, used, remaining].flatMap((one) => one?.name ?? []);
  return { remaining: left, used: used?.amount ?? null, limit: limit?.amount ?? null, unit: unitOf(record, fields) };
}

/** Returns the amounts in a response, one per currency; empty for a response of another shape. */
export function readBalance(body: unknown): BalanceAmount[] {
  const found = recordsIn(body, 0).flatMap((record) => readRecord(record) ?? []);
  return found.slice(0, 8);
}

/** The records that may contain amounts: the outermost ones that do. A list has one per currency. */
function recordsIn(value: unknown, depth: number): JsonObject[] {
  if (depth > 3) return [];
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(item, depth + 1));
  if (!isObject(value)) return [];
  if (readRecord(value)) return [value];
  return Object.values(value).flatMap((inner) => recordsIn(inner, depth + 1));
}

/** Reads `/dashboard/billing/usage`, which counts hundredths of what the subscription counts. */
export function readBillingUsage(body: unknown): string | null {
  const total = isObject(body) ? body.total_usage : undefined;
  return typeof total === 'number' && Number.isFinite(total) ? decimal(total / 100) : null;
}
