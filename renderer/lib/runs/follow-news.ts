import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { perFrame } from './frames.ts';

/** Delay before following a run again whose news ended although it is still running. */
const retryMs = 1000;

/**
 * Follows the news of a run in the core to its end, across lost connections too. News are passed on once per frame.
 *
 * @param isOver called when the news have ended: whether the run has too.
 * @returns why the run can't be followed; `null` at its end.
 */
export async function followNews<News>(
  watch: () => AsyncIterable<News>,
  onNews: (batch: readonly News[]) => void,
  isOver: () => boolean | Promise<boolean>,
): Promise<Failure | null> {
  const frames = perFrame<News>(onNews);
  for (;;) {
    try {
      for await (const news of watch()) frames.push(news);
      frames.flush();
      if (await isOver()) return null;
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'connection-lost') return failure;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/**
 * Replaces changed items in their place and appends new ones; empties `changed`. Unchanged items stay the same objects,
 * so only changed ones render again.
 */
export function withChanged<Item extends { id: string }>(
  items: readonly Item[],
  changed: Map<string, Item>,
): readonly Item[] {
  if (changed.size === 0) return items;
  const next = items.map((item) => {
    const found = changed.get(item.id);
    changed.delete(item.id);
    return found ?? item;
  });
  return [...next, ...changed.values()];
}
