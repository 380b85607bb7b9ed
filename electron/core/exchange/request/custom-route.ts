import type { Draft } from '#shared/contract/exchanges.ts';
import { customPathProblem } from '#shared/protocol/custom-path.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Route } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** The row of a draft's route; that of a custom request has the method and the path that the draft names. */
export function routeOf({ routeId, custom }: Pick<Draft, 'routeId' | 'custom'>): Route {
  const route = routes[routeId];
  if (route.family !== 'custom' || !custom) return route;
  const { method, path } = custom;
  // What only reads can be asked again; of everything else nobody knows what it makes or costs.
  const repeatable = method === 'GET' || method === 'HEAD' ? 'always' : 'not-sent';
  return { ...route, method, path, repeatable, costly: repeatable === 'not-sent' };
}

/** Why a custom request can not be sent. */
export function customProblems({ routeId, custom }: Draft): Failure[] {
  if (routes[routeId].family !== 'custom') return [];
  if (!custom)
    return [
      failure('bad-draft', 'A custom request needs a method and a path.', { hint: 'Fill them in. Nothing was sent.' }),
    ];
  const problem = customPathProblem(custom.path);
  if (problem === null) return [];
  return [failure('bad-draft', problem, { hint: 'Change the path. Nothing was sent.', param: 'path' })];
}
