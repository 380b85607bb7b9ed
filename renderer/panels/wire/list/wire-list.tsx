import { CircleHelp, Mic, Pin, X } from 'lucide-react';
import type { ExchangeCounts } from '#shared/contract/exchanges.ts';
import { formatBytes, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { ListCaption, ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useWireFilter } from '../filter/use-wire-filter.ts';
import { type Section, useWireState, wire } from '../store.ts';
import { RetentionFoot } from './retention-foot.tsx';
import { type SectionRow, sectionId, sectionRows } from './section-rows.ts';
import s from './wire-list.module.css';

/** What can be looked at: everything, what went wrong, then by route and by who asked. */
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
