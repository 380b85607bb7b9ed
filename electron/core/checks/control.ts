import type { PlannedCell } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { CustomRequest } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { RoutePrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { withoutPaths } from '../readers/classify.ts';

/**
 * A request for a path that cannot exist, sent as a control for requests that are expected to be refused: a gateway
 * that refuses both in the same way has not shown that it has the route.
 */
export interface Control {
  /** Status of the response, `null` without one. */
  status: number | null;
  failure: Failure | null;
}

type ControlledCell = Pick<PlannedCell, 'routeId' | 'keyId' | 'action'>;

/** Returns which control a cell needs: one for each key, method and protocol. `null` for a cell that needs none. */
export function controlNameOf({ routeId, keyId, action }: ControlledCell): string | null {
  const { method, family } = routes[routeId];
  return action === 'refusal' ? [keyId ?? '', method, family].join(' ') : null;
}

/** Returns how many controls the cells need. */
export const countControls = (cells: readonly ControlledCell[]): number =>
  new Set(cells.map(controlNameOf).filter((name) => name !== null)).size;

/** Where the routes of a gateway are, and how its native ones get the key. */
export interface ControlPlace {
  prefixes: RoutePrefixes;
  nativeKeyStyle: NativeKeyStyle;
}

/** Returns the request of a control, with the key placed as on the routes it is compared with. */
export function controlRequestOf(
  { routeId }: ControlledCell,
  { prefixes, nativeKeyStyle }: ControlPlace,
): CustomRequest {
  const { method, family } = routes[routeId];
  const isNative = family === 'native';
  return {
    method: method as CustomRequest['method'],
    path: `${isNative ? prefixes.native : prefixes.compatible}/patchbay-check-no-such-route/x`,
    keyStyle: isNative ? nativeKeyStyle : 'bearer',
  };
}

/** Returns whether a refusal equals the control: same status and message, ignoring the ids and paths they repeat. */
export const isSameRefusal = (refusal: Failure, control: Control | null): boolean =>
  control?.failure != null && control.failure.status === refusal.status && saidBy(control.failure) === saidBy(refusal);

const saidBy = ({ type, gatewayCode, gatewayMessage }: Failure): string =>
  [type, gatewayCode, withoutPaths(gatewayMessage ?? '').replace(/(?<![0-9a-f-])[0-9a-f-]*\d[0-9a-f-]*/gi, '#')]
    .join('|')
    .toLowerCase();
