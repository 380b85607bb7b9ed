import { isDamage, nameStorageFault } from './storage-failure.ts';

export type Handlers = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * The same handlers, except that a fault of the database or the disk leaves them as a `storage` failure with words for a
 * person. Streams pass as they are: they name their own faults.
 *
 * @param onDamage is told when SQLite finds that its file is damaged.
 */
export function nameFaults<H extends Handlers>(handlers: H, onDamage: () => void): H {
  const rethrow = (thrown: unknown): never => {
    if (isDamage(thrown)) onDamage();
    throw nameStorageFault(thrown, 'This was not done');
  };
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (...given: never[]) => {
      try {
        const answer = handle(...given);
        return answer instanceof Promise ? answer.catch(rethrow) : answer;
      } catch (thrown) {
        return rethrow(thrown);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as H;
}
