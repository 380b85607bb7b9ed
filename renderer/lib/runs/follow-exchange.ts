import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { client as pageClient } from '../client/client.ts';

type Exchanges = Pick<Client['exchanges'], 'run' | 'watch'>;

/**
 * Sends a draft and reads its parts to the end, even when the connection to the core is lost on the way: the exchange
 * continues there and is recorded, so after a reconnect its record is followed from the place where reading stopped. If
 * the connection is lost before the first part, the draft is requested again under the same id, its own where it has
 * one. The request itself is never sent twice.
 */
export async function* followExchange(
  draft: DraftInput & { exchangeId?: string },
  options: { signal?: AbortSignal } = {},
  exchanges: Exchanges = pageClient.exchanges,
): AsyncGenerator<Part> {
  const asked = { exchangeId: crypto.randomUUID(), ...draft };
  yield* follow(
    undefined,
    (exchangeId) => (exchangeId ? exchanges.watch({ id: exchangeId }, options) : exchanges.run(asked, options)),
    options.signal,
  );
}

/**
 * Reads the parts of an exchange that was sent before, live or from its record, even when the connection to the core is
 * lost.
 */
export const followRecorded = (
  exchangeId: string,
  options: { signal?: AbortSignal } = {},
  exchanges: Pick<Exchanges, 'watch'> = pageClient.exchanges,
): AsyncGenerator<Part> => follow(exchangeId, () => exchanges.watch({ id: exchangeId }, options), options.signal);

async function* follow(
  known: string | undefined,
  open: (exchangeId: string | undefined) => AsyncIterable<Part>,
  signal?: AbortSignal,
): AsyncGenerator<Part> {
  const place = createPlace();
  let exchangeId = known;
  for (;;) {
    const source = open(exchangeId);
    try {
      for await (const part of source) {
        if (part.type === 'run-start') exchangeId = part.exchangeId;
        const fresh = place.pass(part);
        if (fresh) yield fresh;
      }
      return;
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'connection-lost' || signal?.aborted) throw thrown;
      place.replay();
    }
  }
}

/** Tracks how far the parts of an exchange were read, and skips that much when they arrive a second time. */
export function createPlace() {
  // Deltas are counted in characters, because they are joined differently the second time; other parts are counted.
  const seen = new Map<string, number>();
  let skip = new Map<string, number>();
  return {
    /** From here on the parts arrive again from the first. */
    replay() {
      skip = new Map(seen);
    },
    /** Returns the part, or what of it is new, or `undefined`. */
    pass(part: Part): Part | undefined {
      const isText = part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'refusal-delta';
      const key = `${part.type} ${'choice' in part ? (part.choice ?? 0) : 0}`;
      const size = isText ? part.text.length : 1;
      const known = Math.min(size, skip.get(key) ?? 0);
      if (known > 0) skip.set(key, (skip.get(key) ?? 0) - known);
      seen.set(key, (seen.get(key) ?? 0) + size - known);
      if (known === 0) return part;
      return isText && known < size ? { ...part, text: part.text.slice(known) } : undefined;
    },
  };
}
