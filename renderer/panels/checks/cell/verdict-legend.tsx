import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { intentOf, verdicts } from '../model/verdicts.ts';
import { VerdictGlyph } from '../run/verdict-glyph.tsx';
import s from './cell.module.css';

/** Every word a cell can hold, with its meaning: stands where no cell is chosen. */
export function VerdictLegend({ titled = true }: { titled?: boolean }) {
  const t = useStrings().checks;
  return (
    <>
      {titled && <h3>{t.cell.words}</h3>}
      <dl className={s.legend}>
        {verdicts.map((verdict) => (
          <div key={verdict}>
            <dt className={classes(s.word, s[intentOf(verdict)])}>
              <VerdictGlyph face={verdict} />
              {t.verdicts[verdict]}
            </dt>
            <dd>{t.meanings[verdict]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
