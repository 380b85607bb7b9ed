import type { Connection } from '#shared/contract/connections.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { goTo } from '../../navigation/open-panel.ts';
import { chooseKey, type useActive } from '../connections/active.ts';

/**
 * Returns the keys of the connection in use, and a link to where they are stored. `onChoose` is called in addition to
 * the page's own selection.
 */
export function keyItems(
  { connection, keys, key }: ReturnType<typeof useActive>,
  manageLabel: string,
  onChoose?: (keyId: string, alias: string) => void,
): MenuItem[] {
  const manage: MenuItem = menuAction('manage', manageLabel, () => goTo(connection ? 'connections' : 'welcome'));
  if (!connection || keys.length === 0) return [manage];
  return [
    {
      kind: 'radio',
      id: 'keys',
      label: connection.name,
      value: key?.id ?? '',
      options: keys
        .filter(({ enabled }) => enabled)
        .map(({ id, alias, fingerprint }) => ({ value: id, label: alias, hint: fingerprint })),
      onValueChange(id) {
        chooseKey(connection.id, id);
        const alias = keys.find((one) => one.id === id)?.alias;
        if (alias !== undefined) onChoose?.(id, alias);
      },
    },
    { kind: 'separator', id: 'rule' },
    manage,
  ];
}

/** What a connection says about its routes. */
export type RoutePlaces = Pick<Connection, 'prefixes' | 'routePaths' | 'exposedRoutes'>;

/**
 * Returns the routes of a panel. One that the service does not list is offered where the connection exposes it; a
 * conversation keeps the one it has.
 */
export function routeItems(
  routeIds: readonly RouteId[],
  routeId: RouteId,
  gateway: RoutePlaces | null,
  onRouteChange: (routeId: RouteId) => void,
  label: string,
): MenuItem[] {
  const offered = routeIds.filter((id) => !routes[id].optIn || id === routeId || gateway?.exposedRoutes.includes(id));
  return [
    {
      kind: 'radio',
      id: 'routes',
      label,
      value: routeId,
      options: offered.map((id) => ({
        value: id,
        label: `${routes[id].method} ${gateway ? routePath(gateway, routes[id]) : routes[id].path}`,
      })),
      onValueChange: (id) => onRouteChange(id as RouteId),
    },
  ];
}
