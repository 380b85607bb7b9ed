import { useStore } from 'zustand';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { pairFacts } from '../../../../lib/vectors/cosine.ts';
import { classes } from '../../../../ui/base/class-names.ts';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import type { ModelRun } from '../../corpus.ts';
import { embeddingsStore, useCorpus } from '../../embeddings.ts';
import { focusOn, openPlace, type Side, showSide, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import { useNearest, useShown } from '../use-shown.ts';
import { Headline, SimilarityMatrix } from './matrix.tsx';
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

/** How similar two texts are; a text that is selected takes the open one of the two places. */
function PairView({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.pair;
  const { places, open } = useSelection((state) => state.pair);
  const run = useCorpus((corpus) => corpus.run);
  const isWhole = places.every((place) => place !== null && texts[place] !== undefined);
  return (
    <>
      {isWhole && run ? <PairFigures run={run} /> : <p className={s.words}>{t.hint}</p>}
      <div className={s.pairPlaces}>
        {([t.first, t.second] as const).map((label, at) => {
          const place = places[at];
          const text = place == null ? undefined : texts[place];
          return (
            <button
              key={label}
              type="button"
              className={classes(s.pairPlace, at === open && s.on)}
              aria-pressed={at === open}
              onClick={() => openPlace(at === 0 ? 0 : 1)}
            >
              <small>{label}</small>
              <span className={classes(s.pairText, text === undefined && 'quiet')} title={text}>
                {text ?? t.empty}
              </span>
            </button>
          );
        })}
      </div>
    </>
  );
}

/** The cosine of the two texts, with what it is computed from. */
function PairFigures({ run }: { run: ModelRun }) {
  const t = useStrings().embeddings.pair;
  const [one, other] = useSelection((state) => state.pair.places);
  const [first, second] = [one, other].map((place) => (place === null ? null : run.items[place]?.vector));
  if (!first || !second) return <p className={s.words}>{t.missing}</p>;
  const { cosine, lengths, dot, distance } = pairFacts(first, second);
  return (
    <Headline figure={cosine === null ? null : cosine.toFixed(4)} label={cosine === null ? t.undefined : t.cosine}>
      <span className="mono-s cut-text">{run.model}</span>
      <dl className={s.pairFacts}>
        <dt>{t.lengths}</dt>
        <dd>{lengths.map((length) => length.toFixed(4)).join(' · ')}</dd>
        {dot !== null && distance !== null && (
          <>
            <dt>{t.dot}</dt>
            <dd>{dot.toFixed(4)}</dd>
            <dt>{t.distance}</dt>
            <dd>{distance.toFixed(4)}</dd>
          </>
        )}
      </dl>
    </Headline>
  );
}
