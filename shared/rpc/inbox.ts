import { AppError, type Failure } from '../protocol/failure.ts';

/** A queue of values for one reader. Values put before the end are read before the end. */
export interface Inbox<T> {
  /** Unread values. */
  readonly size: number;
  put(value: T): void;
  /** No more values; a failure is thrown to the reader after the last value. */
  end(failure?: Failure): void;
  next(): Promise<IteratorResult<T, undefined>>;
  /** The reader stops: unread values are dropped and every pending read ends. */
  leave(): void;
}

/** @param onRead called each time a value reaches the reader. */
export function createInbox<T>(onRead: () => void = () => {}): Inbox<T> {
  const values: T[] = [];
  const readers: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];
  let ended = false;
  let failure: Failure | undefined;

  return {
    get size() {
      return values.length;
    },
    put(value) {
      if (ended) return;
      const reader = readers.shift();
      if (!reader) values.push(value);
      else {
        onRead();
        reader.resolve({ done: false, value });
      }
    },
    end(reason) {
      if (ended) return;
      ended = true;
      const reader = reason && readers.shift();
      if (reader) reader.reject(new AppError(reason));
      else failure = reason;
      for (const waiting of readers.splice(0)) waiting.resolve({ done: true, value: undefined });
    },
    next() {
      if (values.length > 0) {
        const value = values.shift() as T;
        onRead();
        return Promise.resolve({ done: false, value });
      }
      if (failure) {
        const reason = failure;
        failure = undefined;
        return Promise.reject(new AppError(reason));
      }
      if (ended) return Promise.resolve({ done: true, value: undefined });
      const reader = Promise.withResolvers<IteratorResult<T, undefined>>();
      readers.push(reader);
      return reader.promise;
    },
    leave() {
      ended = true;
      failure = undefined;
      values.length = 0;
      for (const waiting of readers.splice(0)) waiting.resolve({ done: true, value: undefined });
    },
  };
}
