import type { Connection } from '#shared/contract/connections.ts';
import type { HandlersOf } from '#shared/contract/define.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { keys as area, BalanceAmount, KeyBalance } from '#shared/contract/keys.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ConnectionPort } from '../ports.ts';
import { readBalance, readBillingUsage } from './read-balance.ts';

interface BalanceParts {
  connections: Pick<ConnectionPort, 'find'>;
  keys: { find(id: string): { id: string; connectionId: string } | null };
  /** Runs drafts, recorded like any other exchange. */
  exchanges: {
    perform(draft: Draft, options: { signal: AbortSignal; keepDraft: true }): AsyncIterable<Part>;
    bytes(id: string, offset: number, length: number): Uint8Array;
  };
}

/** A balance is a short record; a longer response is something else. */
const readBytes = 256 * 1024;

/** One response to a request for a balance. */
interface Response {
  exchangeId: string;
  status: number | null;
  body: unknown;
  failure: Failure | null;
}

/**
 * Asks a gateway for the balance of a key, one place after the other, until one answers with amounts. Only the user asks
 * for it. Each request is recorded and creates nothing.
 */
export function createKeyBalance({
  connections,
  keys,
  exchanges,
}: BalanceParts): Pick<HandlersOf<{ keys: typeof area }>['keys'], 'balance'> {
  const get = async (
    key: { id: string; connectionId: string },
    path: string,
    signal: AbortSignal,
  ): Promise<Response> => {
    const found: Response = { exchangeId: '', status: null, body: undefined, failure: null };
    const draft: Draft = { ...request, connectionId: key.connectionId, keyId: key.id, custom: { ...custom, path } };
    for await (const part of exchanges.perform(draft, { signal, keepDraft: true })) {
      if (part.type === 'answer-start') found.status = part.status;
      if (part.type !== 'run-end') continue;
      found.exchangeId = part.exchangeId;
      found.failure = part.error;
      found.status ??= part.error?.status ?? null;
    }
    if (found.status === 200) found.body = parsed(exchanges.bytes(found.exchangeId, 0, readBytes));
    return found;
  };

  return {
    async balance({ id }, { signal }): Promise<KeyBalance> {
      const key = keys.find(id);
      const connection = key && connections.find(key.connectionId);
      if (!key || !connection) throw new AppError(noKey);
      const exchangeIds: string[] = [];
      const refusals: Response[] = [];
      const ask = async (path: string) => {
        const response = await get(key, path, signal);
        exchangeIds.push(response.exchangeId);
        return response;
      };
      for (const path of placesOf(connection)) {
        const response = await ask(path);
        // Without a response, the next place has none either.
        if (response.status === null) return { state: 'failed', failure: response.failure ?? noAnswer, exchangeIds };
        const amounts = readBalance(response.body);
        if (amounts.length > 0) {
          const told = path.endsWith(subscription) ? await withUsage(amounts, path, ask) : amounts;
          return { state: 'reported', path, amounts: told, exchangeIds };
        }
        if (response.failure) refusals.push(response);
      }
      const isKeyRefused = refusals.length === exchangeIds.length && refusals.every(({ status }) => status === 401);
      const [first] = refusals;
      if (isKeyRefused && first?.failure) return { state: 'failed', failure: first.failure, exchangeIds };
      return { state: 'not-reported', exchangeIds };
    },
  };
}

const subscription = '/dashboard/billing/subscription';

/** The usage of a subscription is a request of its own. */
async function withUsage(
  amounts: BalanceAmount[],
  path: string,
  ask: (path: string) => Promise<Response>,
): Promise<BalanceAmount[]> {
  const { body } = await ask(path.replace(/subscription$/, 'usage'));
  const used = readBillingUsage(body);
  if (used === null) return amounts;
  return amounts.map((amount) => ({
    ...amount,
    used,
    remaining: amount.limit === null ? amount.remaining : difference(amount.limit, used),
  }));
}

const difference = (whole: string, part: string): string =>
  (Number(whole) - Number(part)).toFixed(10).replace(/\.?0+$/, '');

/** Where gateways tell a balance, relative to the base URL; see `read-balance.ts`. */
function placesOf({ prefixes }: Pick<Connection, 'prefixes'>): string[] {
  const below = (path: string) => prefixes.compatible + path;
  return [
    ...new Set([
      below(subscription),
      subscription,
      below('/credits'),
      below('/key'),
      '/user/balance',
      below('/user/balance'),
      below('/user/info'),
      below('/users/me/balance'),
      '/api/usage/token',
      '/key/info',
    ]),
  ];
}

const custom = { method: 'GET', path: '/', keyStyle: 'bearer' } as const;

const request = {
  routeId: 'custom',
  params: {},
  query: [],
  headers: [],
  body: { kind: 'none' },
  // These paths need no permission of the connection: they are fixed, and only read.
  options: {
    finishAlone: true,
    allowMisuse: true,
    deadlines: { totalMs: 20_000 },
    origin: 'core',
    expectRefusal: true,
  },
} satisfies Partial<Draft>;

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const noKey = failure('not-found-here', 'This key was deleted in another window.', { hint: 'Select another key.' });
const noAnswer = failure('aborted', 'The request for the balance was canceled.');
