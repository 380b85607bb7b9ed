import { X } from 'lucide-react';
import { useMemo } from 'react';
import { formatNumber } from '../../../../lib/i18n/format.ts';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { Chip } from '../../../../ui/controls/chip.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { useCorpus } from '../../embeddings.ts';
import { select, setQuery, useSelection } from '../../selection.ts';
import { useAnalysis, useEmbeddingsView } from '../analysis.ts';
import { usePalette } from '../canvas.ts';
import { type ColorScale, type Mark, MarkSwatch, marksOf } from '../coloring.tsx';
import { useColoring } from '../use-shown.ts';
import s from './map-pane.module.css';

/** What the colors mean: the groups, each a button that selects its texts, or the ends of a scale. */
export function LegendBar({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.map;
  const coloring = useColoring();
  const palette = usePalette();
  const places = useAnalysis((state) => state.places);
  const chosen = useSelection((state) => state.chosen);
  const ranking = useSelection((state) => state.ranking);
  const marks = marksOf(coloring, palette);
  const { of, groups, scale } = coloring;
  const members = useMemo(
    () => groups.map((_, group) => places.filter((_place, row) => of?.[row] === group)),
    [groups, places, of],
  );
  const isChosen = (group: number) =>
    chosen !== null && chosen.size === members[group]?.length && members[group].every((place) => chosen.has(place));
  return (
    <fieldset className={s.legend} aria-label={t.legend}>
      <ColorBy column={coloring.column} />
      {(chosen || ranking) && (
        <Chip
          icon={<Icon of={X} size="xs" />}
          onClick={() => {
            select(null);
            if (ranking) setQuery('');
          }}
        >
          {ranking ? t.ranked(ranking.query) : t.chosen(chosen?.size ?? 0, texts.length)}
        </Chip>
      )}
      {scale ? (
        <Scale scale={scale} marks={marks} />
      ) : (
        // A wheel that turns down scrolls a row that only goes to the right.
        <div className={s.chips} onWheel={({ currentTarget, deltaY }) => currentTarget.scrollBy({ left: deltaY })}>
          {groups.map(({ name, count }, group) => (
            <Chip
              key={name}
              icon={<MarkSwatch mark={marks[group] as Mark} />}
              count={formatNumber(count)}
              pressed={isChosen(group)}
              onPressedChange={(on) => select(on ? (members[group] ?? null) : null)}
            >
              {name}
            </Chip>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The column of the texts that colors the points, or none. */
function ColorBy({ column }: { column: string | null }) {
  const t = useStrings().embeddings.map;
  const { columns, column: textColumn } = useCorpus((corpus) => corpus.read);
  const others = columns.filter((name) => name !== textColumn).map((name) => ({ value: name, label: name }));
  return (
    <Select
      size="sm"
      width="148px"
      label={t.colorBy}
      value={column ?? ''}
      onValueChange={(colorBy) => useEmbeddingsView.setState({ colorBy })}
      options={[{ value: '', label: t.noColor }, ...others]}
    />
  );
}

function Scale({ scale: { low, high, without }, marks }: { scale: ColorScale; marks: readonly Mark[] }) {
  const t = useStrings().embeddings.map;
  const colors = marks.slice(0, -1).map(({ color }) => color);
  return (
    <span className={s.scale}>
      <span className="num">{formatNumber(low)}</span>
      <i aria-hidden style={{ background: `linear-gradient(to right, ${colors.join(', ')})` }} />
      <span className="num">{formatNumber(high)}</span>
      {without > 0 && <span className={s.quiet}>{t.withoutNumber(without)}</span>}
    </span>
  );
}
