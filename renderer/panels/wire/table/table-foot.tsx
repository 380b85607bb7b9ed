import { useStrings } from '../../../lib/i18n/strings.ts';
import { keysLabel } from '../../../lib/page/shortcuts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { askToForget, compareMeant, pinMeant } from '../acts.ts';
import type { RowsState } from '../rows/exchange-rows.ts';
import { exchangeRows } from '../rows/use-exchange-rows.ts';
import { useWireLook, useWireState } from '../store.ts';
import { PhaseLegend } from '../waterfall/phase-legend.tsx';
import { wireKeys } from '../wire-keys.tsx';
import s from './exchange-table.module.css';

/** The shortcuts needed now; or, while several are chosen, what can be done with them. */
export function TableFoot({ state }: { state: RowsState }) {
  const t = useStrings().wirePanel;
  const chosen = useWireState((now) => now.chosen.size);
  const view = useWireLook((look) => look.view);
  if (state.failure)
    return (
      <footer className={s.foot} role="status">
        <span className={s.stale}>{t.stale}</span>
        <Button size="sm" onClick={() => void exchangeRows.refresh()}>
          {t.failed.retry}
        </Button>
      </footer>
    );
  if (chosen > 1)
    return (
      <footer className={s.foot}>
        <span role="status">{t.chosen(chosen)}</span>
        <span className={s.space} />
        {chosen === 2 && (
          <Button size="sm" onClick={compareMeant}>
            {t.compare}
          </Button>
        )}
        <Button size="sm" intent="quiet" onClick={() => void pinMeant()}>
          {t.pin}
        </Button>
        <Button size="sm" intent="danger" onClick={() => askToForget()}>
          {t.forget.act}
        </Button>
      </footer>
    );
  if (view === 'waterfall')
    return (
      <footer className={s.foot}>
        <PhaseLegend />
      </footer>
    );
  return (
    <footer className={s.foot}>
      <span className={s.hint}>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t.keys.move}
      </span>
      {(['replay', 'curl', 'pin', 'compare'] as const).map((name) => (
        <span key={name} className={s.hint}>
          <Kbd>{keysLabel(wireKeys[name])}</Kbd>
          {t.keys[name]}
        </span>
      ))}
      <span className={s.hint}>
        <Kbd>Del</Kbd>
        {t.keys.forget}
      </span>
    </footer>
  );
}
