import { CircleHelp, Mic, Pin, X } from 'lucide-react';
import { useState } from 'react';
import type { ExchangeCounts, Origin } from '#shared/contract/exchanges.ts';
import type { RouteGroup, RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { ListCaption, ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { useWireFilter } from '../filter/use-wire-filter.ts';
import { type Section, useWireState, wire } from '../store.ts';
import s from './wire-list.module.css';

/** The sections: everything, what went wrong, then by route and by origin. */
export function WireList() {
  const t = useStrings().wirePanel;
  const section = useWireState((state) => state.section);
  const { counts } = useWireFilter();
  return (
    <>
      <PaneHead title={t.title} />
      <VirtualList
        className={s.list}
        label={t.list.show}
        items={sectionRows(counts, section)}
        itemKey={({ id }) => id}
        rowHeight={(row) => (row.kind === 'caption' ? 30 : isTwoLines(row.section) ? 50 : 32)}
        isCaption={({ kind }) => kind === 'caption'}
        selectedKey={sectionId(section)}
        onSelect={(row) => row.kind === 'section' && wire.setState({ section: row.section })}
        renderItem={(row, { selected }) =>
          row.kind === 'caption' ? (
            <ListCaption>{captionOf(row, t)}</ListCaption>
          ) : (
            <SectionLine row={row} counts={counts} isSelected={selected} />
          )
        }
      />
      <RetentionFoot />
    </>
  );
}

const isTwoLines = ({ kind }: Section) => kind !== 'route' && kind !== 'origin';

type Words = ReturnType<typeof useStrings>['wirePanel'];

const captionOf = ({ of }: SectionRow & { kind: 'caption' }, t: Words) =>
  of === 'show' ? t.list.show : of === 'origins' ? t.list.origins : t.groups[of];

interface SectionLineProps {
  row: SectionRow & { kind: 'section' };
  counts: ExchangeCounts | undefined;
  isSelected: boolean;
}

function SectionLine({ row: { section, count }, counts, isSelected }: SectionLineProps) {
  const t = useStrings().wirePanel;
  const number = counts ? formatNumber(count) : '';
  switch (section.kind) {
    case 'route':
    case 'origin':
      return (
        <ListRow
          className={s.line}
          title={
            section.kind === 'route' ? <span className="mono-s">{section.routeId}</span> : t.origins[section.origin]
          }
          trailing={<span className={s.count}>{number}</span>}
          selected={isSelected}
        />
      );
    case 'all':
      return (
        <ListRow
          title={t.list.all}
          meta={counts ? t.list.exchanges(number, formatBytes(counts.storedBytes)) : ' '}
          selected={isSelected}
        />
      );
    default:
      return (
        <ListRow
          leading={<span className={s[section.kind]}>{glyphs[section.kind]}</span>}
          title={t.list[section.kind]}
          meta={
            counts
              ? section.kind === 'pinned'
                ? t.list.keptForGood(number)
                : section.kind === 'sessions'
                  ? t.list.realtime(number)
                  : number
              : ' '
          }
          selected={isSelected}
        />
      );
  }
}

const glyphs = {
  pinned: <Icon of={Pin} size="s" />,
  broken: <Icon of={X} size="s" />,
  odd: <Icon of={CircleHelp} size="s" />,
  sessions: <Icon of={Mic} size="s" />,
};

const retentionForm = lazyModule(() => import('./retention-form.tsx'));

/** Shows how long exchanges are kept, and opens the setting. */
function RetentionFoot() {
  const t = useStrings().wirePanel.kept;
  const { data } = useCall('exchanges', 'retention', {});
  const [open, setOpen] = useState(false);
  const form = useLazyModule(retentionForm, open);
  return (
    <div className={s.foot}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        side="top"
        title={t.title}
        near={retentionForm.load}
        trigger={
          <Button intent="quiet" size="sm" stretch>
            {data ? t.foot(data.days, formatBytes(data.bytes)) : t.title}
          </Button>
        }
      >
        {data && form && (
          <form.RetentionForm key={JSON.stringify(data)} retention={data} onDone={() => setOpen(false)} />
        )}
      </Popover>
    </div>
  );
}

/** A row of the section list. */
type SectionRow =
  | { kind: 'caption'; id: string; of: 'show' | 'origins' | RouteGroup }
  | { kind: 'section'; id: string; section: Section; count: number };

const groupOrder: readonly RouteGroup[] = ['text', 'vectors', 'images', 'audio', 'video', 'native', 'custom'];
const originOrder: readonly Origin[] = ['panel', 'check', 'replay', 'terminal', 'core'];

const sectionId = (section: Section): string =>
  section.kind === 'route'
    ? `route ${section.routeId}`
    : section.kind === 'origin'
      ? `origin ${section.origin}`
      : section.kind;

/**
 * Returns the section list: the fixed sections, then the routes that were used in the groups of the route table, then
 * the origins. A route or an origin without exchanges is left out unless it is the selected one.
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
