import { useStrings } from '../../../../lib/i18n/strings.ts';
import { pairFacts } from '../../../../lib/vectors/cosine.ts';
import { classes } from '../../../../ui/base/class-names.ts';
import type { ModelRun } from '../../corpus.ts';
import { useCorpus } from '../../embeddings.ts';
import { openPlace, useSelection } from '../../selection.ts';
import { Headline } from './headline.tsx';
import s from './side-pane.module.css';

/** How similar two texts are; a text that is selected takes the open one of the two places. */
export function PairView({ texts }: { texts: readonly string[] }) {
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
