import { checkFields } from '../../../lib/gateway/connections/connection-fields.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import s from '../connections.module.css';
import type { ShownConnection } from './found.ts';

interface FoundRowProps {
  shown: ShownConnection;
  /** The connection that takes keys without an address. */
  home: string | null;
  onChange: (shown: ShownConnection) => void;
}

/** One found connection: tick it, untick keys of it, and consent to plain http where that is needed. */
export function FoundRow({ shown, home, onChange }: FoundRowProps) {
  const t = useStrings().connections;
  const { fields, keys, isChosen, sameAs } = shown;
  const checked = fields && checkFields(fields);
  const title = fields ? fields.name || fields.address : home ? t.keysFor(home) : t.keysWithoutHome;
  return (
    <li className={s.foundBlock}>
      <div className={s.foundRow}>
        <Tick
          checked={isChosen}
          onCheckedChange={(next) => onChange({ ...shown, isChosen: next })}
          label={<b>{title}</b>}
        />
        {sameAs && <Badge intent="warn">{t.sameAs(sameAs)}</Badge>}
      </div>
      {fields && <span className="mono-s cut-text">{checked?.base.base || fields.address}</span>}
      {fields && fields.headers.length > 0 && (
        <span className={s.quiet}>{t.withHeaders(fields.headers.map(({ name }) => name).join(', '))}</span>
      )}
      {checked?.base.problems
        .filter(({ code }) => code !== 'insecure')
        .map((problem) => (
          <span key={problem.code} className={problem.severity === 'error' ? s.bad : s.warn}>
            {t.addressProblem(problem)}
          </span>
        ))}
      {checked?.base.problems.some(({ code }) => code === 'insecure') && fields && (
        <Tick
          checked={!checked.needsConsent}
          onCheckedChange={(accepted) =>
            onChange({ ...shown, fields: { ...fields, acceptedOrigin: accepted ? checked.base.origin : null } })
          }
          label={t.acceptInsecure(checked.base.origin)}
        />
      )}
      {keys.map((key, at) => (
        <Tick
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a key is what names it
          key={at}
          checked={isChosen && key.isChosen}
          disabled={!isChosen}
          onCheckedChange={(next) =>
            onChange({
              ...shown,
              keys: keys.map((other, place) => (place === at ? { ...other, isChosen: next } : other)),
            })
          }
          label={
            <span>
              {key.alias || t.firstAlias} <span className={s.quiet}>{t.hiddenKey(key.length)}</span>
            </span>
          }
        />
      ))}
    </li>
  );
}
