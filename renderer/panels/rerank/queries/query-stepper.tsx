import { ChevronDown, ChevronUp } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useKeysLabel } from '../../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { countQueries, withQueryBeside } from '../model/queries.ts';
import { rankStore, useSet } from '../rerank.ts';
import s from './queries.module.css';

/** Which of several queries is open, and the way to the ones beside it. */
export function QueryStepper() {
  const t = useStrings().rerank.queries;
  const set = useSet();
  const step = (by: 1 | -1) => rankStore().change((now) => withQueryBeside(now, by));
  useShortcut('rerank.previous', () => step(-1));
  useShortcut('rerank.next', () => step(1));
  return (
    <fieldset className={s.stepper} aria-label={t.label}>
      <IconButton
        label={t.previous}
        shortcut={useKeysLabel('rerank.previous')}
        icon={<Icon of={ChevronUp} />}
        disabled={set.before.length === 0}
        onClick={() => step(-1)}
      />
      <span className="num" aria-live="polite">
        {t.place(set.before.length + 1, countQueries(set))}
      </span>
      <IconButton
        label={t.next}
        shortcut={useKeysLabel('rerank.next')}
        icon={<Icon of={ChevronDown} />}
        disabled={set.after.length === 0}
        onClick={() => step(1)}
      />
    </fieldset>
  );
}
