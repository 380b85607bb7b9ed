import type { Failure } from '#shared/protocol/failure.ts';
import type { ModelRun } from './lab.ts';

/** Usage of a run's requests, as the gateway reported it. */
export interface RunUsage {
  /** Input tokens; `null` when no response had a count. */
  tokens: number | null;
  /** Responses with a token count, and all responses. */
  counted: number;
  answered: number;
  /** The durations of all requests added together, ms. Requests run concurrently, so this is not the elapsed time. */
  requestMs: number;
}

export function usageOf({ batches }: Pick<ModelRun, 'batches'>): RunUsage {
  const answered = batches.filter(({ state, tokens }) => state === 'done' || state === 'short' || tokens !== null);
  const counts = answered.flatMap(({ tokens }) => tokens ?? []);
  return {
    tokens: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    counted: counts.length,
    answered: answered.length,
    requestMs: batches.reduce((sum, { ms }) => sum + (ms ?? 0), 0),
  };
}

/** Returns the exchanges of all requests of a run; none where an earlier version did not store each of them. */
export function exchangesOf({ batches, isDerived }: Pick<ModelRun, 'batches' | 'isDerived'>): readonly string[] {
  const ids = batches.flatMap(({ exchangeId }) => exchangeId ?? []);
  return isDerived || ids.length < batches.length ? [] : ids;
}

/** Counts the texts without a vector after the gateway responded: rejected by it, or left out of its response. */
export function withoutVector({ items }: Pick<ModelRun, 'items'>): {
  rejected: number;
  omitted: number;
  /** Why the first one was rejected. */
  why: Failure | null;
} {
  const failures = items.flatMap((item) => (item?.failure && !item.vector ? item.failure : []));
  const rejections = failures.filter(({ code }) => code !== 'empty');
  return {
    rejected: rejections.length,
    omitted: failures.length - rejections.length,
    why: rejections[0] ?? null,
  };
}

/** Returns the number of dimensions most vectors of a run have; 0 without vectors. */
export function mainDimensions({ items }: Pick<ModelRun, 'items'>): number {
  const counts = new Map<number, number>();
  for (const item of items) if (item?.vector) counts.set(item.vector.length, (counts.get(item.vector.length) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/**
 * Returns the indexes of the comparable texts: those with a vector of the usual dimensions, from both models where
 * there are two.
 */
export function comparablePlaces(base: ModelRun, overlay: ModelRun | null): number[] {
  const runs = [base, overlay].filter((run) => run !== null).map((run) => ({ run, size: mainDimensions(run) }));
  return base.items.flatMap((_, place) =>
    runs.every(({ run, size }) => run.items[place]?.vector?.length === size && size > 0) ? [place] : [],
  );
}

type Named = Pick<ModelRun, 'connectionId' | 'connectionName' | 'model' | 'options'>;

/** Returns names for two sets of vectors: the model, and whatever else distinguishes the two. */
export function distinctNames(
  one: Named,
  other: Named,
  words: {
    on: (model: string, connection: string) => string;
    sized: (model: string, dimensions: number | null) => string;
  },
): [one: string, other: string] {
  const name = ({ connectionId, connectionName, model, options }: Named, beside: Named): string => {
    if (connectionId !== beside.connectionId && connectionName) return words.on(model, connectionName);
    const isSized = model === beside.model && options.dimensions !== beside.options.dimensions;
    return isSized ? words.sized(model, options.dimensions ?? null) : model;
  };
  return [name(one, other), name(other, one)];
}
