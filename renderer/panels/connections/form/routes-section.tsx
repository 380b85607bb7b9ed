import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { findCustomPathProblem } from '#shared/protocol/custom-path.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { isBadPrefix, withPrefixes } from '../../../lib/gateway/connections/connection-fields.ts';
import type { ConnectionFormProps } from '../../../lib/gateway/connections/connection-headers.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import s from '../connections.module.css';

/** Where the routes of the gateway are, and which optional ones it has. */
export function RoutesSection(props: ConnectionFormProps) {
  const t = useStrings().connections;
  return (
    <section className={s.block}>
      <h2>{t.routesPart}</h2>
      <p className={s.lead}>{t.routesLead}</p>
      <div className={layout.stack}>
        <PrefixFields {...props} />
        <QueryField {...props} />
        <RoutePaths {...props} />
        <OptionalRoutes {...props} />
      </div>
    </section>
  );
}

function PrefixFields({ fields, checked, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const { prefixes } = checked.base;
  return (
    <>
      {(['compatible', 'native'] as const).map((family) => (
        <Field
          key={family}
          label={t.prefixes[family]}
          layout="row"
          {...(isBadPrefix(prefixes[family]) ? { error: t.badPrefix } : { hint: t.prefixHints[family] })}
        >
          <TextField
            value={prefixes[family]}
            onValueChange={(prefix) => onChange(withPrefixes(fields, { ...prefixes, [family]: prefix }))}
            mono
            maxLength={512}
            invalid={isBadPrefix(prefixes[family])}
            placeholder={t.noPrefix}
          />
        </Field>
      ))}
    </>
  );
}

const textOf = (pairs: readonly (readonly [string, string])[]) => pairs.map((pair) => pair.join('=')).join('&');

const pairsOf = (text: string): [string, string][] =>
  text
    .split('&')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });

/** Query parameters of every request. What is typed stays as it is while it means the same. */
function QueryField({ fields, checked, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const { query } = checked.base;
  const [typed, setTyped] = useState('');
  const shown = textOf(pairsOf(typed)) === textOf(query) ? typed : textOf(query);
  return (
    <Field label={t.query} layout="row" hint={t.queryHint}>
      <TextField
        value={shown}
        onValueChange={(text) => {
          setTyped(text);
          onChange({ ...fields, query: pairsOf(text) });
        }}
        mono
        placeholder={t.queryExample}
      />
    </Field>
  );
}

const movable = Object.values(routes).filter(({ family }) => family !== 'custom');

/** Routes with a path of their own. */
function RoutePaths({ fields, checked, onChange }: ConnectionFormProps) {
  const { connections: t, gateway } = useStrings();
  const own = Object.entries(fields.routePaths) as [RouteId, string][];
  const set = (entries: readonly (readonly [RouteId, string])[]) =>
    onChange({ ...fields, routePaths: Object.fromEntries(entries) });
  const free = movable.filter(({ id }) => fields.routePaths[id] === undefined);
  const usualPath = (id: RouteId) => routePath({ ...checked.gateway, routePaths: {} }, routes[id]);
  return (
    <Field label={t.routePaths} layout="row" hint={t.routePathsHint}>
      <div className={s.routePaths}>
        {own.map(([id, path], at) => (
          <div key={id} className={s.routePath}>
            <Select
              label={t.routePathOf}
              value={id}
              onValueChange={(next) => set(own.map((pair, place) => (place === at ? [next, path] : pair)))}
              options={[routes[id], ...free].map((route) => ({ value: route.id, label: route.id }))}
              mono
              width={200}
            />
            <TextField
              value={path}
              onValueChange={(next) => set(own.map((pair, place) => (place === at ? [id, next] : pair)))}
              mono
              maxLength={1024}
              invalid={path !== '' && findCustomPathProblem(path.replace(/\{\w+\}/g, 'x')) !== null}
              aria-label={t.pathOf(id)}
              placeholder={usualPath(id)}
            />
            <IconButton
              label={gateway.removeHeader(id)}
              size="sm"
              icon={<Icon of={X} size="s" />}
              onClick={() => set(own.filter((_, place) => place !== at))}
            />
          </div>
        ))}
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => set([...own, [(free.find(({ id }) => id === 'rerank') ?? free[0])?.id ?? 'rerank', '']])}
        >
          {t.addRoutePath}
        </Button>
      </div>
    </Field>
  );
}

const optional = Object.values(routes).filter(({ optIn }) => optIn);

/** Routes that the service does not list but this gateway may support. */
function OptionalRoutes({ fields, checked, onChange }: ConnectionFormProps) {
  const t = useStrings().connections;
  const { exposedRoutes } = fields;
  const turn = (id: string, isOn: boolean) =>
    onChange({
      ...fields,
      exposedRoutes: isOn ? [...exposedRoutes, id] : exposedRoutes.filter((other) => other !== id),
    });
  const unknown = exposedRoutes.filter((id) => !optional.some((route) => route.id === id));
  return (
    <Field label={t.optionalRoutes} layout="row" hint={t.optionalRoutesLead}>
      <ul className={s.plain}>
        {optional.map((route) => (
          <li key={route.id}>
            <Tick
              checked={exposedRoutes.includes(route.id)}
              onCheckedChange={(isOn) => turn(route.id, isOn)}
              label={
                <span className={s.routeName}>
                  {route.id === 'custom' ? (
                    t.anyPath
                  ) : (
                    <>
                      <Method>{route.method}</Method>{' '}
                      <span className="mono-s">{routePath(checked.gateway, route)}</span>
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
    </Field>
  );
}
