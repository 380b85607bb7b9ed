import type { ModelRun } from './lab.ts';

/** The number of dimensions that most vectors of a run have; 0 without vectors. */
export function mainDimensions({ items }: Pick<ModelRun, 'items'>): number {
  const counts = new Map<number, number>();
  for (const item of items) if (item?.vector) counts.set(item.vector.length, (counts.get(item.vector.length) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** Places of the texts that can be compared: with a vector of the usual dimensions, of both models where there are two. */
export function comparablePlaces(base: ModelRun, overlay: ModelRun | null): number[] {
  const runs = [base, overlay].filter((run) => run !== null).map((run) => ({ run, size: mainDimensions(run) }));
  return base.items.flatMap((_, place) =>
    runs.every(({ run, size }) => run.items[place]?.vector?.length === size && size > 0) ? [place] : [],
  );
}
