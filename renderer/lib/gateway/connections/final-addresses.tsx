import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { BaseAddress } from '#shared/protocol/address.ts';
import type { Route, RouteId } from '#shared/protocol/route.ts';
import { joinRoute, websocketAddress } from '#shared/protocol/route-address.ts';
import type { GatewayAddress } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useStrings } from '../../i18n/strings.ts';
import s from './connection-form.module.css';

/** The routes that show best how an address is joined. */
const firstIds: readonly RouteId[] = [
  'chat.completions',
  'responses',
  'models',
  'embeddings',
  'images.edits',
  'audio.speech',
  'realtime',
  'videos',
  'rerank',
  'native.models',
  'native.generateContent',
];

/**
 * Returns the routes that a connection offers: all that the service lists, and other exposed ones that have an address.
 */
const routesOf = (exposed: readonly string[]) =>
  Object.values(routes).filter(({ id, family, optIn }) => family !== 'custom' && (!optIn || exposed.includes(id)));

interface FinalAddressesProps {
  base: BaseAddress;
  gateway: GatewayAddress;
  exposed: readonly string[];
}

/** The final address of every route, updated while the base address is typed. */
export function FinalAddresses({ base, gateway, exposed }: FinalAddressesProps) {
  const t = useStrings().gateway;
  const [all, setAll] = useState(false);
  const offered = routesOf(exposed);
  const first = offered.filter(({ id, optIn }) => optIn || firstIds.includes(id));
  const isUsable = base.base !== '' && !base.problems.some(({ severity }) => severity === 'error');
  return (
    <Card
      title={t.finalAddresses}
      aside={
        !isUsable && (
          <Badge intent="bad" icon={<Icon of={TriangleAlert} size="xs" />}>
            {t.joinNot}
          </Badge>
        )
      }
    >
      <ul className={s.list}>
        {(all ? offered : first).map((route) => (
          <RouteAddress key={route.id} gateway={gateway} route={route} />
        ))}
      </ul>
      <div className={s.more}>
        <Button size="sm" intent="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.showFew : t.showOthers(offered.length - first.length)}
        </Button>
      </div>
    </Card>
  );
}

/** One address: the host muted, the path that the route adds in plain text. */
function RouteAddress({ gateway, route }: { gateway: GatewayAddress; route: Route }) {
  const { baseAddress } = gateway;
  const isSocket = route.transport === 'websocket';
  const address = (isSocket ? websocketAddress : joinRoute)(gateway, route);
  return (
    <li className={s.row} title={address}>
      <Method>{isSocket ? 'WS' : route.method}</Method>
      <span className="cut-text">
        <span className={s.host}>{shortBase(baseAddress)}</span>
        {joinRoute(gateway, route).slice(baseAddress.length)}
      </span>
    </li>
  );
}

/** Shortens `https://gw.northwind.example` to `…northwind.example`; a path after the host stays. */
function shortBase(base: string): string {
  const url = URL.parse(base);
  if (!url) return '';
  const labels = url.hostname.split('.');
  const host = labels.length > 2 && !/^[\d.]+$/.test(url.hostname) ? `…${labels.slice(-2).join('.')}` : url.hostname;
  return `${host}${url.port ? `:${url.port}` : ''}${url.pathname === '/' ? '' : url.pathname}`;
}
