import type { ExchangeCounts, Origin } from '#shared/contract/exchanges.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { TabList, Tabs } from '../../../ui/controls/tabs.tsx';
import { type Section, useWireState, wire } from '../store.ts';

/** The sections of the history: everything, what went wrong, then by origin. */
export function Sections({ counts }: { counts: ExchangeCounts | undefined }) {
  const t = useStrings().wirePanel;
  const section = useWireState((state) => state.section);
  const rows = sectionRows(counts, section);
  return (
    <Tabs
      value={sectionId(section)}
      onValueChange={(id) => {
        const row = rows.find((one) => sectionId(one.section) === id);
        if (row) wire.setState({ section: row.section });
      }}
    >
      <TabList
        label={t.list.show}
        activateOnFocus={false}
        tabs={rows.map(({ section: one, count }) => ({
          value: sectionId(one),
          label: one.kind === 'origin' ? t.origins[one.origin] : t.list[one.kind],
          count: counts && formatNumber(count),
        }))}
      />
    </Tabs>
  );
}

const originOrder: readonly Origin[] = ['check', 'replay', 'terminal', 'core'];

const sectionId = (section: Section): string => (section.kind === 'origin' ? section.origin : section.kind);

/** Returns the sections. One that is empty is left out, unless it is the selected one or tells about failures. */
export function sectionRows(counts: ExchangeCounts | undefined, shown: Section): { section: Section; count: number }[] {
  const rows: { section: Section; count: number }[] = [
    { section: { kind: 'all' }, count: counts?.total ?? 0 },
    { section: { kind: 'broken' }, count: counts?.broken ?? 0 },
    { section: { kind: 'odd' }, count: counts?.odd ?? 0 },
    { section: { kind: 'pinned' }, count: counts?.pinned ?? 0 },
    { section: { kind: 'sessions' }, count: counts?.byRoute.realtime ?? 0 },
    ...originOrder.map((origin) => ({
      section: { kind: 'origin', origin } as const,
      count: counts?.byOrigin[origin] ?? 0,
    })),
  ];
  const isFixed = ({ kind }: Section) => kind === 'all' || kind === 'broken' || kind === 'odd';
  return rows.filter(({ section, count }) => count > 0 || isFixed(section) || sectionId(section) === sectionId(shown));
}
