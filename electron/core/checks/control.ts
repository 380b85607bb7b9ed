import type { CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { RoutePrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { withoutPaths } from '../readers/classify.ts';
import { pageTitle } from '../readers/failures/sentences.ts';
import type { Observation } from './judging/observation.ts';
import { sentWith } from './probes/probe-draft.ts';

/**
 * A request for a path that cannot exist, sent as a control for requests that are expected to be refused: a gateway
 * that refuses both in the same way has not shown that it has the route.
 */
export interface Control extends Pick<Observation, 'status' | 'opening'> {
  failure: Failure | null;
}

type ControlledCell = Pick<PlannedCell, 'routeId' | 'keyId' | 'action'>;

/** Returns which control a cell can be compared with: one for each key, method and protocol. */
export function controlNameOf({ routeId, keyId }: Omit<ControlledCell, 'action'>): string {
  const { method, family, transport } = routes[routeId];
  return [keyId ?? '', transport === 'websocket' ? 'WS' : method, family].join(' ');
}

/** Returns whether a cell always needs its control; the response to a real request decides whether it needs one. */
export const isControlled = ({ action }: Pick<ControlledCell, 'action'>): boolean => action === 'refusal';

/** Returns how many controls the cells need, whatever the gateway responds. */
export const countControls = (cells: readonly ControlledCell[]): number =>
  new Set(cells.filter(isControlled).map(controlNameOf)).size;

const nowhere = 'patchbay-check-no-such-route/x';

/** Where the routes of a gateway are, and how its native ones get the key. */
export interface ControlPlace {
  prefixes: RoutePrefixes;
  nativeKeyStyle: NativeKeyStyle;
}

/**
 * Returns the request for a path that cannot exist, with the key placed as on the routes it is compared with; on the
 * realtime route a handshake.
 */
export function controlDraftOf(
  cell: PlannedCell,
  input: CheckPlanInput,
  { prefixes, nativeKeyStyle }: ControlPlace,
): Draft {
  const { method, family, transport } = routes[cell.routeId];
  const isNative = family === 'native';
  const isSession = transport === 'websocket';
  const sent = sentWith(cell, input, input.firstByteMs);
  return {
    ...sent,
    options: { ...sent.options, expectRefusal: true, ...(isNative && { nativeKeyStyle }) },
    routeId: isSession ? 'realtime' : 'custom',
    params: isSession ? { model: cell.model ?? '' } : {},
    custom: {
      method: method as 'GET' | 'POST',
      path: `${isNative ? prefixes.native : prefixes.compatible}/${nowhere}`,
      keyStyle: isNative ? nativeKeyStyle : 'bearer',
    },
    body: method === 'GET' ? { kind: 'none' } : { kind: 'json', text: '{}', inline: [] },
  };
}

/**
 * Returns whether a refusal equals the control: same status and message, ignoring the ids and paths they repeat. Two
 * connections that break without a response are equal as well.
 */
export const isSameRefusal = (refusal: Failure, control: Control | null): boolean =>
  control?.failure != null && control.failure.status === refusal.status && saidBy(control.failure) === saidBy(refusal);

const saidBy = ({ code, status, type, gatewayCode, gatewayMessage }: Failure): string =>
  [status === null ? code : '', type, gatewayCode, withoutIds(withoutPaths(gatewayMessage ?? ''))]
    .join('|')
    .toLowerCase();

const withoutIds = (text: string): string => text.replace(/(?<![0-9a-f-])[0-9a-f-]*\d[0-9a-f-]*/gi, '#');

/**
 * Returns whether a page is the one that the gateway returns for every path, as consoles in a browser do: it has the
 * same title, or the same text.
 */
export function isSamePage(
  { status, opening }: Pick<Observation, 'status' | 'opening'>,
  control: Control | null,
): boolean {
  if (control === null || control.status !== status || !isPage(opening) || !isPage(control.opening)) return false;
  const title = pageTitle(opening);
  return title === null ? plain(control.opening) === plain(opening) : pageTitle(control.opening) === title;
}

const isPage = (text: string): boolean => /^\s*</.test(text);
const plain = (text: string): string => withoutIds(text.replace(/\/[\w./-]*/g, ' '));

/** Returns whether a response has the status of the control and begins with the same text, but for ids and paths. */
export const isSameOpening = (
  { status, opening }: Pick<Observation, 'status' | 'opening'>,
  control: Control | null,
): boolean => control !== null && control.status === status && plain(control.opening) === plain(opening);
