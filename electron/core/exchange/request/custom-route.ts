import type { Draft } from '#shared/contract/exchanges.ts';
import { customPathProblem } from '#shared/protocol/custom-path.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Route } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** Returns the row of a draft's route; for a custom request, with the method and the path of the draft. */
export function routeOf({ routeId, custom }: Pick<Draft, 'routeId' | 'custom'>): Route {
  const route = routes[routeId];
  if (route.family !== 'custom' || !custom) return route;
  const { method, path } = custom;
  // A request that only reads can be repeated; what any other creates or costs is unknown.
  const repeatable = method === 'GET' || method === 'HEAD' ? 'always' : 'not-sent';
  return { ...route, method, path, repeatable, costly: repeatable === 'not-sent' };
}

/** Returns why a custom request cannot be sent. */
export function customProblem({ routeId, custom }: Draft): Failure | null {
  if (routes[routeId].family !== 'custom') return null;
  if (!custom)
    return failure('bad-draft', 'A custom request requires a method and a path.', {
      effect: 'not-sent',
      hint: 'Enter a method and a path.',
    });
  const problem = customPathProblem(custom.path);
  if (problem === null) return null;
  return failure('bad-draft', problem, { effect: 'not-sent', hint: 'Change the path.', param: 'path' });
}
