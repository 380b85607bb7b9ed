import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import s from '../connections.module.css';
import type { SectionProps } from './form-section.ts';

const optional = Object.values(routes).filter(({ optIn }) => optIn);

/** Routes that the service does not list and this gateway may have all the same. */
export function RoutesSection({ fields, onChange }: SectionProps) {
  const t = useStrings().connections;
  const { exposedRoutes } = fields;
  const turn = (id: string, isOn: boolean) =>
    onChange({
      ...fields,
      exposedRoutes: isOn ? [...exposedRoutes, id] : exposedRoutes.filter((other) => other !== id),
    });
  const unknown = exposedRoutes.filter((id) => !optional.some((route) => route.id === id));
  return (
    <section className={s.block}>
      <h2>{t.optionalRoutes}</h2>
      <p className={s.lead}>{t.optionalRoutesLead}</p>
      <ul className={s.plain}>
        {optional.map(({ id, method, path }) => (
          <li key={id}>
            <Tick
              checked={exposedRoutes.includes(id)}
              onCheckedChange={(isOn) => turn(id, isOn)}
              label={
                <span className={s.routeName}>
                  {id === 'custom' ? (
                    t.anyPath
                  ) : (
                    <>
                      <Method>{method}</Method> <span className="mono-s">{path}</span>
                    </>
                  )}
                </span>
              }
            />
          </li>
        ))}
        {unknown.map((id) => (
          <li key={id}>
            <Tick
              checked
              onCheckedChange={() => turn(id, false)}
              label={
                <span className={s.routeName}>
                  <span className="mono-s">{id}</span> {id.startsWith('/') ? t.pathBelow : t.unknownRoute}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
