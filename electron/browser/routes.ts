/** What somebody has to show, beside passing the gate, before a route does anything for him. */
export type Need = 'token' | 'signed link' | 'launch code' | 'nothing';

export type RouteName = 'upload' | 'file' | 'launch' | 'page' | 'asset' | 'wire';

export interface Route {
  name: RouteName;
  kind: 'GET' | 'POST' | 'upgrade';
  target: RegExp;
  needs: Need;
}

/**
 * Everything that can be asked for on this server; the first row that fits answers. `GET` stands for HEAD as well. The
 * page holds no secret: whoever has only the page has nothing.
 */
export const routes: readonly Route[] = [
  { name: 'upload', kind: 'POST', target: /^\/files(\?|$)/, needs: 'token' },
  { name: 'file', kind: 'GET', target: /^\/files\//, needs: 'signed link' },
  { name: 'launch', kind: 'GET', target: /^\/\?launch=[\w-]+$/, needs: 'launch code' },
  { name: 'page', kind: 'GET', target: /^\/(\?|$)/, needs: 'nothing' },
  { name: 'asset', kind: 'GET', target: /^\//, needs: 'nothing' },
  { name: 'wire', kind: 'upgrade', target: /^\/wire$/, needs: 'token' },
];

/** The route of a request, or `null` when there is none. */
export const findRoute = (kind: Route['kind'], target: string): RouteName | null =>
  routes.find((route) => route.kind === kind && route.target.test(target))?.name ?? null;
