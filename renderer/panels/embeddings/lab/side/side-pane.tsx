import { useStore } from 'zustand';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { embeddingsStore } from '../../embeddings.ts';
import { focusOn, type Side, showSide, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useNearest, useShown } from '../use-shown.ts';
import { Headline } from './headline.tsx';
import { SimilarityMatrix } from './matrix.tsx';
import { PairView } from './pair-view.tsx';
import s from './side-pane.module.css';

/** With more texts the cells are too small to point at. */
const maxCells = 200;

/** How similar the texts are: all pairs, the neighbors of one, or two of them. */
export function SidePane({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const selectedSide = useSelection((state) => state.side);
  const places = useAnalysis((state) => state.places);
  const isReady = useAnalysis((state) => state.stage === 'ready');
  const isRunning = useStore(embeddingsStore(), (state) => state.running !== null);
  const isEmpty = useAnalysis((state) => state.stage === 'none') && !isRunning;
  const shown = useShown(texts);
  const hasFocus = useSelection((state) => state.focus !== null);
  const cells = shown ? places.filter((place) => shown.has(place)) : places;
  const fits = cells.length <= maxCells;
  const side = selectedSide ?? (hasFocus ? 'nearest' : 'matrix');
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
            { value: 'pair', label: t.pairView },
          ]}
        />
      </header>
      {side === 'pair' ? (
        <PairView texts={texts} />
      ) : !isReady ? (
        <p className={s.words}>{isEmpty ? t.nothing : t.waiting}</p>
      ) : side === 'nearest' ? (
        <NearestList texts={texts} />
      ) : fits ? (
        <SimilarityMatrix places={cells} texts={texts} />
      ) : (
        <p className={s.words}>{t.tooMany(cells.length, maxCells)}</p>
      )}
    </section>
  );
}

const shown = 30;

/** The texts nearest to the focused one, or to the query. */
function NearestList({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.side;
  const focus = useSelection((state) => state.focus);
  const ranking = useSelection((state) => state.ranking);
  const nearest = useNearest(focus, shown);
  const results = focus === null ? (ranking?.results ?? []) : nearest;
  const of = focus === null ? ranking?.query : texts[focus];
  if (of === undefined) return <p className={s.words}>{t.chooseOne}</p>;
  return (
    <>
      <Headline figure={results[0] ? results[0].score.toFixed(3) : null} label={t.nearestOne}>
        {focus === null ? t.nearestToQuery(of) : t.nearestTo(of)}
      </Headline>
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
