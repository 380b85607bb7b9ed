import type { CheckCell, CheckNews, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';

/** A run as it comes in: its numbers and its cells, in the order of the plan. */
export interface LiveCheck {
  summary: CheckRunSummary | null;
  rows: readonly CheckCell[];
}

/** Takes news in. Untouched cells stay the same objects, so only changed ones are drawn anew. */
export function fold({ summary, rows }: LiveCheck, batch: readonly CheckNews[]): LiveCheck {
  let newest = summary;
  const changed = new Map<string, CheckCell>();
  for (const news of batch)
    if (news.type === 'run') newest = news.run;
    else changed.set(news.cell.id, news.cell);
  if (changed.size === 0) return { summary: newest, rows };
  const next = rows.map((cell) => {
    const found = changed.get(cell.id);
    changed.delete(cell.id);
    return found ?? cell;
  });
  return { summary: newest, rows: [...next, ...changed.values()] };
}

/** A run that has ended holds no cell on its way: what was not reached was not tried. */
export const settled = (run: CheckRun): CheckRun =>
  run.state === 'running' || run.rows.every(({ state }) => state === 'ended')
    ? run
    : { ...run, rows: run.rows.map((cell) => (cell.state === 'ended' ? cell : { ...cell, ...notReached })) };

const notReached = { state: 'ended', verdict: 'not-tried' } as const;

/** The run to show: what was read whole, with what came in since on top. */
export const withLive = (run: CheckRun, live: LiveCheck | null): CheckRun =>
  settled(live?.summary?.id === run.id ? { ...run, ...live.summary, rows: [...live.rows] } : run);
