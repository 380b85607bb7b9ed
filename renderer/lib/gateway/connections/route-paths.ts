import type { RouteId } from '#shared/protocol/route.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../client/query.ts';

/**
 * Returns the paths of routes as a connection has them: with its prefixes and own paths, relative to its base URL. Those
 * of most gateways while there is no such connection.
 */
export function useRoutePath(connectionId: string | undefined): (routeId: RouteId) => string {
  const { data } = useCall('connections', 'list', {});
  const connection = data?.find(({ id }) => id === connectionId);
  return (routeId) => (connection ? routePath(connection, routes[routeId]) : routes[routeId].path);
}
