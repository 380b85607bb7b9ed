/**
 * Calls back with the outcome of a promise, unless the returned function was called before: the cleanup of an effect
 * whose values have changed.
 */
export function unlessStale<T>(promise: Promise<T>, onValue: (value: T) => void, onFailure: () => void): () => void {
  let isStale = false;
  promise.then(
    (value) => isStale || onValue(value),
    () => isStale || onFailure(),
  );
  return () => {
    isStale = true;
  };
}
