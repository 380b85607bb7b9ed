import { useStrings } from '../../../../lib/i18n/strings.ts';
import { focusOn, useSelection } from '../../selection.ts';
import { useNear } from '../use-near.ts';
import s from './side-pane.module.css';

const shown = 30;

/** The texts nearest to the one that is looked at, or to the words that were ranked. */
export function NearestList({ texts }: { texts: readonly string[] }) {
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
