import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { sectionOf, sections } from '../model/matrix.ts';
import { exposedRoutes, tickOf, toggle } from '../model/setup.ts';
import { methodOf, pathBelow } from '../words.ts';
import s from './setup.module.css';
import type { SetupPart } from './setup-part.ts';

/** Routes by group. A costly one has a second tick: without it the route is planned and not called. */
export function RouteTicks(part: SetupPart) {
  const t = useStrings().checks;
  const { connection, setup, onChange } = part;
  const every = exposedRoutes(connection.exposedRoutes);
  const put = (ids: RouteId[], on: boolean) => onChange({ routeIds: toggle(setup.routeIds, every, ids, on) });
  return (
    <fieldset className={s.part}>
      <legend className={s.legend}>
        {t.setup.routes}
        <span className={s.count}>{t.setup.routeCount(setup.routeIds?.length ?? every.length, every.length)}</span>
      </legend>
      <Tick
        checked={tickOf(setup.routeIds, every)}
        onCheckedChange={(on) => put(every, on)}
        label={t.setup.everyRoute}
      />
      {sections.map((section) => {
        const members = every.filter((id) => sectionOf(id) === section);
        return (
          <div key={section} className={s.group}>
            <Tick
              checked={tickOf(setup.routeIds, members)}
              onCheckedChange={(on) => put(members, on)}
              label={<span className={s.groupName}>{t.sections[section]}</span>}
            />
            {members.map((id) => (
              <RouteRow key={id} routeId={id} {...part} onTick={(on) => put([id], on)} />
            ))}
          </div>
        );
      })}
    </fieldset>
  );
}

interface RouteRowProps extends SetupPart {
  routeId: RouteId;
  onTick: (on: boolean) => void;
}

function RouteRow({ routeId, setup, onChange, onTick }: RouteRowProps) {
  const t = useStrings().checks.setup;
  const { costly, path } = routes[routeId];
  const isOn = tickOf(setup.routeIds, [routeId]) === true;
  // A refusal costs nothing and needs no word of consent; nor does the handshake of a session.
  const isAsked = costly && isOn && setup.level !== 'free';
  const putCostly = (on: boolean) =>
    onChange({
      costlyRoutes: on ? [...setup.costlyRoutes, routeId] : setup.costlyRoutes.filter((id) => id !== routeId),
    });
  return (
    <>
      <div className={s.row}>
        <Tick
          checked={isOn}
          onCheckedChange={onTick}
          label={
            <span className={s.route}>
              <span className={s.method}>
                <Method>{methodOf(routeId)}</Method>
              </span>
              <span className="mono-s cut-text">{pathBelow(routeId)}</span>
            </span>
          }
        />
        {costly && <Badge intent="warn">{t.costly}</Badge>}
      </div>
      {isAsked && (
        <div className={s.costly}>
          <Tick
            checked={setup.costlyRoutes.includes(routeId)}
            onCheckedChange={putCostly}
            ariaLabel={t.costlyAskFor(path)}
            label={
              <span className={s.hint} aria-hidden>
                {t.costlyAsk}: {t.costlyUse[productOf(routeId)]}
              </span>
            }
          />
        </div>
      )}
    </>
  );
}

/** What one call of a costly route makes. */
function productOf(routeId: RouteId): 'images' | 'audio' | 'video' {
  const { group } = routes[routeId];
  return group === 'images' || group === 'video' ? group : 'audio';
}
