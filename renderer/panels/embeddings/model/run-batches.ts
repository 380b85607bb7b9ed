import type { Failure } from '#shared/protocol/failure.ts';
import type { ModelRun } from './lab.ts';

/** What the requests of a run used, as the gateway reported it. */
export interface RunUsage {
  /** Input tokens; `null` when no response had a count. */
  tokens: number | null;
  /** Responses with a count of tokens, and all that were counted. */
  counted: number;
  answered: number;
  /** The durations of all requests added together, ms. Requests run side by side, so this is not the time that passed. */
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

/** Texts without a vector after the gateway answered: rejected by it, or left out of its response. */
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
