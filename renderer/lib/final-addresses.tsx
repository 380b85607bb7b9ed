import { Check } from 'lucide-react';
import { useState } from 'react';
import { joinRoute } from '#shared/routes/address.ts';
import type { Route } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Method } from '../ui/method.tsx';
import s from './final-addresses.module.css';
import { useStrings } from './strings.ts';

const listed = Object.values(routes).filter(({ optIn }) => !optIn);

/** The routes that show best how an address joins. */
const firstIds = [
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
const first = listed.filter(({ id }) => firstIds.includes(id));

/** The final address of every route, following the base address while it is typed. */
export function FinalAddresses({ base, isClean }: { base: string; isClean: boolean }) {
  const t = useStrings().connections;
  const [all, setAll] = useState(false);
  return (
    <Card
      title={t.finalAddresses}
      aside={
        isClean && (
          <Badge intent="ok" icon={<Icon of={Check} size="xs" />}>
            {t.joinCleanly(listed.length)}
          </Badge>
        )
      }
    >
      <ul className={s.list}>
        {(all ? listed : first).map((route) => (
          <RouteAddress key={route.id} base={base} route={route} />
        ))}
      </ul>
      <div className={s.more}>
        <Button size="sm" intent="quiet" onClick={() => setAll(!all)}>
          {all ? t.showFew : t.showOthers(listed.length - first.length)}
        </Button>
      </div>
    </Card>
  );
}

/** One address: the host quiet, the path that the route adds plain. */
function RouteAddress({ base, route }: { base: string; route: Route }) {
  const address = joinRoute(base, route);
  return (
    <li className={s.row} title={address}>
      <Method>{route.transport === 'websocket' ? 'WS' : route.method}</Method>
      <span className="cut-text">
        <span className={s.host}>{shortBase(base)}</span>
        {address.slice(base.length)}
      </span>
    </li>
  );
}

/** `https://gw.northwind.example` -> `…northwind.example`; a path behind the host stays. */
function shortBase(base: string): string {
  const url = URL.parse(base);
  if (!url) return '';
  const labels = url.hostname.split('.');
  const host = labels.length > 2 && !/^[\d.]+$/.test(url.hostname) ? `…${labels.slice(-2).join('.')}` : url.hostname;
  return `${host}${url.port ? `:${url.port}` : ''}${url.pathname === '/' ? '' : url.pathname}`;
}
