import { useId } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { sectionOf, sections } from '../model/matrix.ts';
import { exposedRoutes, levels, type Setup, tickOf, toggle } from '../model/setup.ts';
import { methodOf, pathBelow } from '../words.ts';
import s from './setup.module.css';

/** Free, cheap or full: what each does and what it proves. */
export function LevelChoice({ setup, onChange }: SetupPart) {
  const t = useStrings().checks;
  const name = useId();
  return (
    <fieldset className={s.levels}>
      <legend className={s.legend}>{t.setup.level}</legend>
      {levels.map((level) => (
        <label key={level} className={classes(s.level, level === setup.level && s.chosen)}>
          <input
            type="radio"
            className={s.radio}
            name={name}
            value={level}
            checked={level === setup.level}
            onChange={() => onChange({ level })}
          />
          <span className={s.levelName}>{t.levels[level].name}</span>
          <span className={s.hint}>{t.levelText(level)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Selects the keys to test. A disabled key is shown and never used. */
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

/** Routes by group. A costly one has a second checkbox: without it the route is planned and not called. */
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
  // A refusal costs nothing and needs no consent; nor does the handshake of a session.
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
                {t.costlyAsk[productOf(routeId)]}
              </span>
            }
          />
        </div>
      )}
    </>
  );
}

/** Returns what one call of a costly route produces. */
function productOf(routeId: RouteId): 'images' | 'audio' | 'video' {
  const { group } = routes[routeId];
  return group === 'images' || group === 'video' ? group : 'audio';
}

/** Concurrency, timeouts and the caps at which a run stops. */
export function LimitFields({ setup, onChange }: SetupPart) {
  const t = useStrings().checks.setup;
  return (
    <fieldset className={s.part}>
      <legend className={s.legend}>{t.limits}</legend>
      <div className={s.limits}>
        <Limit
          label={t.atOnce}
          value={setup.concurrency}
          max={16}
          onValueChange={(count) => count !== null && onChange({ concurrency: Math.round(count) })}
        />
        <Limit
          label={t.firstByte}
          unit={t.seconds}
          value={setup.firstByteMs / 1000}
          max={600}
          onValueChange={(seconds) => seconds !== null && onChange({ firstByteMs: Math.round(seconds * 1000) })}
        />
        <Limit
          label={t.total}
          unit={t.seconds}
          value={setup.totalMs / 1000}
          max={1800}
          onValueChange={(seconds) => seconds !== null && onChange({ totalMs: Math.round(seconds * 1000) })}
        />
        <Limit
          label={t.calls}
          value={setup.calls}
          placeholder={t.noCap}
          step={50}
          onValueChange={(calls) => onChange({ calls: calls === null ? null : Math.round(calls) })}
        />
        <Limit
          label={t.tokens}
          value={setup.tokens}
          placeholder={t.noCap}
          step={10_000}
          onValueChange={(tokens) => onChange({ tokens: tokens === null ? null : Math.round(tokens) })}
        />
      </div>
    </fieldset>
  );
}

interface LimitProps {
  label: string;
  value: number | null;
  unit?: string;
  max?: number;
  step?: number;
  placeholder?: string;
  onValueChange: (value: number | null) => void;
}

function Limit({ label, ...field }: LimitProps) {
  return (
    <div className={s.limit}>
      <span aria-hidden>{label}</span>
      <NumberField label={label} width={104} min={1} clamp {...field} />
    </div>
  );
}

/** The props of each part of the set-up. */
export interface SetupPart {
  connection: Connection;
  setup: Setup;
  onChange: (change: Partial<Setup>) => void;
}
