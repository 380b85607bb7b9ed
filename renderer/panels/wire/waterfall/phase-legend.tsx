import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import type { Phase } from './phases.ts';
import s from './waterfall.module.css';

const kinds: Record<Phase['kind'], true> = {
  dns: true,
  connect: true,
  tls: true,
  send: true,
  wait: true,
  receive: true,
};

/** What the colours of the bars stand for. */
export function PhaseLegend() {
  const t = useStrings().wirePanel.phases;
  return (
    <ul className={s.legend}>
      {(Object.keys(kinds) as Phase['kind'][]).map((kind) => (
        <li key={kind}>
          <span className={classes(s.swatch, s[kind])} />
          {t[kind]}
        </li>
      ))}
    </ul>
  );
}
