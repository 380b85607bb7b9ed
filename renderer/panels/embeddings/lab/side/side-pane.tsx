import { useStore } from 'zustand';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { focusOn, type Side, showSide, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useNear, useShown } from '../use-shown.ts';
import { HeatMap } from './heat-map.tsx';
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

const shown = 30;

/** The texts nearest to the one that is looked at, or to the words that were ranked. */
function NearestList({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const focus = useSelection((state) => state.focus);
  const ranking = useSelection((state) => state.ranking);
  const near = useNear(focus, shown);
  const results = focus === null ? (ranking?.results ?? []) : near;
  const of = focus === null ? ranking?.query : texts[focus];
  if (of === undefined) return <p className={s.words}>{t.chooseOne}</p>;
  return (
    <>
      <p className={s.now} role="status">
        {t.nearestTo(of)}
      </p>
      <div className={s.list}>
        {results.map(({ row, score }) => (
          <button key={row} type="button" className={s.row} onClick={() => focusOn(row)}>
            <span className="cut-text" title={texts[row]}>
              {texts[row]}
            </span>
            <span className={s.bar}>
              <i style={{ width: `${Math.max(0, score) * 100}%` }} />
            </span>
            <span className="mono-s">{score.toFixed(3)}</span>
          </button>
        ))}
      </div>
    </>
  );
}
