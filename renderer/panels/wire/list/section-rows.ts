import type { ExchangeCounts, Origin } from '#shared/contract/exchanges.ts';
import type { RouteGroup, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { Section } from '../store.ts';

/** A line of the list at the left. */
export type SectionRow =
  | { kind: 'caption'; id: string; of: 'show' | 'origins' | RouteGroup }
  | { kind: 'section'; id: string; section: Section; count: number };

const groupOrder: readonly RouteGroup[] = ['text', 'vectors', 'images', 'audio', 'video', 'native', 'custom'];
const originOrder: readonly Origin[] = ['panel', 'check', 'replay', 'terminal', 'core'];

export const sectionId = (section: Section): string =>
  section.kind === 'route'
    ? `route ${section.routeId}`
    : section.kind === 'origin'
      ? `origin ${section.origin}`
      : section.kind;

/**
 * The list: what is shown always, then the routes that were used in the groups of the route table, then who asked. A route
 * or an origin without exchanges is left out, unless it is the one that is shown.
 */
export function sectionRows(counts: ExchangeCounts | undefined, shown: Section): SectionRow[] {
  const row = (section: Section, count: number): SectionRow => ({
    kind: 'section',
    id: sectionId(section),
    section,
    count,
  });
  const byRoute = counts?.byRoute ?? {};
  const isKept = (section: Section, count: number) => count > 0 || sectionId(section) === sectionId(shown);
  const groups = groupOrder.map((group) => ({
    group,
    rows: (Object.keys(routes) as RouteId[])
      .filter((id) => routes[id].group === group && routes[id].transport === 'http')
      .map((routeId) => ({ section: { kind: 'route', routeId } as const, count: byRoute[routeId] ?? 0 }))
      .filter(({ section, count }) => isKept(section, count)),
  }));
  const origins = originOrder
    .map((origin) => ({ section: { kind: 'origin', origin } as const, count: counts?.byOrigin[origin] ?? 0 }))
    .filter(({ section, count }) => isKept(section, count));
  return [
    { kind: 'caption', id: 'caption show', of: 'show' },
    row({ kind: 'all' }, counts?.total ?? 0),
    row({ kind: 'pinned' }, counts?.pinned ?? 0),
    row({ kind: 'broken' }, counts?.broken ?? 0),
    row({ kind: 'odd' }, counts?.odd ?? 0),
    row({ kind: 'sessions' }, byRoute.realtime ?? 0),
    ...groups.flatMap(({ group, rows }): SectionRow[] =>
      rows.length === 0
        ? []
        : [
            { kind: 'caption', id: `caption ${group}`, of: group },
            ...rows.map(({ section, count }) => row(section, count)),
          ],
    ),
    ...(origins.length === 0 ? [] : [{ kind: 'caption', id: 'caption origins', of: 'origins' } as const]),
    ...origins.map(({ section, count }) => row(section, count)),
  ];
}
