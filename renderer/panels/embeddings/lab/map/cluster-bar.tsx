import { X } from 'lucide-react';
import { formatNumber } from '../../../../lib/i18n/format.ts';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { Chip } from '../../../../ui/controls/chip.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { choose, lookFor, useSelection } from '../../selection.ts';
import { analysis, useAnalysis } from '../analysis.ts';
import { clusterColour } from '../palette.ts';
import { useNames } from '../use-names.ts';
import s from './map-pane.module.css';

const counts = ['auto', '2', '3', '4', '5', '6', '7', '8', '9', '10', '12'] as const;

/** The clusters by name, each a press that chooses its texts; and what is chosen now. */
export function ClusterBar({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.map;
  const names = useNames();
  const { clusters, clusterCount, places } = useAnalysis((state) => state);
  const chosen = useSelection((state) => state.chosen);
  const ranking = useSelection((state) => state.ranking);
  if (!clusters) return null;
  const members = names.map((_, group) => places.filter((_place, row) => clusters.groups[row] === group));
  const isChosen = (group: number) =>
    chosen !== null && chosen.size === members[group]?.length && members[group].every((place) => chosen.has(place));
  return (
    <fieldset className={s.clusters} aria-label={t.clusters}>
      <Select
        size="sm"
        width="112px"
        label={t.clusterCount}
        value={clusterCount === null ? 'auto' : String(clusterCount)}
        onValueChange={(value) => analysis().cluster(value === 'auto' ? null : Number(value))}
        options={counts
          .filter((count) => count === 'auto' || Number(count) < places.length)
          .map((count) => ({
            value: count,
            label: count === 'auto' ? t.clustersAuto(names.length) : t.clusterNumber(count),
          }))}
      />
      {(chosen || ranking) && (
        <Chip
          icon={<Icon of={X} size="xs" />}
          onClick={() => {
            choose(null);
            if (ranking) lookFor('');
          }}
        >
          {ranking ? t.ranked(ranking.query) : t.chosen(chosen?.size ?? 0, texts.length)}
        </Chip>
      )}
      {names.map((name, group) => (
        <Chip
          key={name}
          icon={<span className={s.dot} style={{ background: clusterColour(group) }} />}
          count={formatNumber(members[group]?.length ?? 0)}
          pressed={isChosen(group)}
          onPressedChange={(on) => choose(on ? (members[group] ?? null) : null)}
        >
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}
