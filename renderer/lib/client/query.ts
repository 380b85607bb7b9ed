import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AskOptions } from '#shared/contract/define.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { client } from './client.ts';

export type AreaName = keyof Client;
/** The entries of an area that give one answer. Streams are never cached. */
export type CallName<A extends AreaName> = {
  [N in keyof Client[A]]: Client[A][N] extends (input: never, options?: AskOptions) => Promise<unknown> ? N : never;
}[keyof Client[A]] &
  string;
export type InputOf<A extends AreaName, N extends CallName<A>> = Client[A][N] extends (
  input: infer I,
  options?: AskOptions,
) => unknown
  ? I
  : never;
export type ResultOf<A extends AreaName, N extends CallName<A>> = Client[A][N] extends (
  ...given: never[]
) => Promise<infer T>
  ? T
  : never;

/**
 * One policy for every question. The core is on this computer, so neither the network's state nor the window's focus
 * says anything about freshness: the feed of changes does. Only failures that call themselves retryable are repeated.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, thrown) => AppError.from(thrown).retryable && count < 2,
    },
  },
});

export const askKey = <A extends AreaName, N extends CallName<A>>(area: A, name: N, input: InputOf<A, N>) =>
  [area, name, input] as const;

function question<A extends AreaName, N extends CallName<A>>(area: A, name: N, input: InputOf<A, N>) {
  const asker = client[area][name] as (input: InputOf<A, N>, options: AskOptions) => Promise<ResultOf<A, N>>;
  return {
    queryKey: askKey(area, name, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => asker(input, { signal }),
  };
}

export interface QueryOptions {
  enabled?: boolean;
  /** Shows the answer to the question before while a new one is on its way. */
  keepPrevious?: boolean;
}

/** Asks the core and keeps the answer until the core says that it went stale. The key is `[area, name, input]`. */
export function useCall<A extends AreaName, N extends CallName<A>>(
  area: A,
  name: N,
  input: InputOf<A, N>,
  { enabled = true, keepPrevious = false }: QueryOptions = {},
): UseQueryResult<ResultOf<A, N>, AppError> {
  return useQuery<ResultOf<A, N>, AppError>({
    ...question(area, name, input),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/** The same question outside React: gives the kept answer when there is a fresh one. */
export const ask = <A extends AreaName, N extends CallName<A>>(area: A, name: N, input: InputOf<A, N>) =>
  queryClient.fetchQuery(question(area, name, input));

/** Puts an answer that came in another way (a forced refresh) where its question finds it. */
export const putResult = <A extends AreaName, N extends CallName<A>>(
  area: A,
  name: N,
  input: InputOf<A, N>,
  answer: ResultOf<A, N>,
): void => {
  queryClient.setQueryData(askKey(area, name, input) as readonly unknown[], answer);
};
