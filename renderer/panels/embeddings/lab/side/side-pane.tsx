import { useStore } from 'zustand';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { type Side, showSide, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useShown } from '../use-shown.ts';
import { HeatMap } from './heat-map.tsx';
import { NearestList } from './nearest-list.tsx';
import { SecondModel } from './second-model.tsx';
import s from './side-pane.module.css';

/** More texts make cells that nobody can point at. */
const mostCells = 200;

/** How alike the texts are: all pairs, the neighbours of one, or what a second model makes of them. */
export function SidePane({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const asked = useSelection((state) => state.side);
  const places = useAnalysis((state) => state.places);
  const isReady = useAnalysis((state) => state.stage === 'ready');
  const overlay = useStore(embeddingsStore(), ({ corpus }) => corpus.overlay);
  const isRunning = useStore(embeddingsStore(), (state) => state.running !== null);
  const isEmpty = useAnalysis((state) => state.stage === 'none') && !isRunning;
  const shown = useShown(texts);
  const hasFocus = useSelection((state) => state.focus !== null);
  const cells = shown ? places.filter((place) => shown.has(place)) : places;
  const fits = cells.length <= mostCells;
  const side = asked ?? (overlay ? 'second' : fits || !hasFocus ? 'matrix' : 'nearest');
  return (
    <section className={s.pane} aria-label={t.title}>
      <header className={s.head}>
        <Segmented<Side>
          label={t.title}
          value={side}
          onValueChange={showSide}
          options={[
            { value: 'matrix', label: t.matrix },
            { value: 'nearest', label: t.nearest },
            { value: 'second', label: t.second },
          ]}
        />
      </header>
      {side === 'second' ? (
        <SecondModel texts={texts} />
      ) : !isReady ? (
        <p className={s.words}>{isEmpty ? t.nothing : t.waiting}</p>
      ) : side === 'nearest' ? (
        <NearestList texts={texts} />
      ) : fits ? (
        <HeatMap places={cells} texts={texts} />
      ) : (
        <p className={s.words}>{t.tooMany(cells.length, mostCells)}</p>
      )}
    </section>
  );
}
