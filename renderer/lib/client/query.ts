import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallOptions } from '#shared/contract/define.ts';
import type { HostInfo } from '#shared/contract/host.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { client } from './client.ts';

export type AreaName = keyof Client;
/** The entries of an area that return one result. Streams are never cached. */
export type CallName<A extends AreaName> = {
  [N in keyof Client[A]]: Client[A][N] extends (input: never, options?: CallOptions) => Promise<unknown> ? N : never;
}[keyof Client[A]] &
  string;
export type InputOf<A extends AreaName, N extends CallName<A>> = Client[A][N] extends (
  input: infer I,
  options?: CallOptions,
) => unknown
  ? I
  : never;
export type ResultOf<A extends AreaName, N extends CallName<A>> = Client[A][N] extends (
  ...given: never[]
) => Promise<infer T>
  ? T
  : never;

/**
 * One policy for every query. The core is on this computer, so neither the network state nor window focus says anything
 * about freshness: the change feed does. Only failures marked retryable are retried.
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
  const asker = client[area][name] as (input: InputOf<A, N>, options: CallOptions) => Promise<ResultOf<A, N>>;
  return {
    queryKey: askKey(area, name, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => asker(input, { signal }),
  };
}

export interface QueryOptions {
  enabled?: boolean;
  /** Shows the previous query's result while a new one is pending. */
  keepPrevious?: boolean;
}

/** Calls the core and caches the result until the core reports it stale. The key is `[area, name, input]`. */
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

/** The same query outside React: returns the cached result while it is fresh. */
export const ask = <A extends AreaName, N extends CallName<A>>(area: A, name: N, input: InputOf<A, N>) =>
  queryClient.fetchQuery(question(area, name, input));

/** Puts a result that was obtained in another way (a forced refresh) into the cache of its query. */
export const putResult = <A extends AreaName, N extends CallName<A>>(
  area: A,
  name: N,
  input: InputOf<A, N>,
  answer: ResultOf<A, N>,
): void => {
  queryClient.setQueryData(askKey(area, name, input) as readonly unknown[], answer);
};

/** Returns the host's own description; undefined until it has loaded. Test a capability, never the host's name. */
export const useHostInfo = (): HostInfo | undefined => useCall('host', 'info', {}).data;
