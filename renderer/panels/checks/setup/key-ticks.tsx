import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { tickOf, toggle } from '../model/setup.ts';
import s from './setup.module.css';
import type { SetupPart } from './setup-part.ts';

/** Which keys are asked with. A key that is off is shown and never used. */
export function KeyTicks({ connection, setup, onChange }: SetupPart) {
  const t = useStrings().checks.setup;
  const { data } = useCall('keys', 'status', { connectionId: connection.id });
  const keys = data ?? [];
  const usable = keys.filter(({ enabled }) => enabled).map(({ id }) => id);
  const put = (ids: string[], on: boolean) => onChange({ keyIds: toggle(setup.keyIds, usable, ids, on) });
  return (
    <fieldset className={s.part}>
      <legend className={s.legend}>{t.keys}</legend>
      {data?.length === 0 && <p className={s.hint}>{t.noKeys}</p>}
      {usable.length > 1 && (
        <Tick checked={tickOf(setup.keyIds, usable)} onCheckedChange={(on) => put(usable, on)} label={t.everyKey} />
      )}
      {keys.map(({ id, alias, fingerprint, enabled, state }) => (
        <div key={id} className={s.row}>
          <Tick
            checked={enabled && tickOf(setup.keyIds, [id]) === true}
            disabled={!enabled}
            onCheckedChange={(on) => put([id], on)}
            label={<span className="cut-text">{alias}</span>}
          />
          <span className={s.aside}>
            {!enabled && <Badge>{t.keyOff}</Badge>}
            {enabled && state !== 'ready' && <Badge intent="warn">{t.keyStates[state]}</Badge>}
            <span className="mono-s">{fingerprint}</span>
          </span>
        </div>
      ))}
    </fieldset>
  );
}
