import { ArrowUp, ChevronDown, Ellipsis } from 'lucide-react';
import { useEffect } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { CostFact } from '../../lib/cost/cost-fact.tsx';
import { StateBadge } from '../../lib/failures/state-badge.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../lib/i18n/strings.ts';
import { CurlButton, copyFactItems, EditButton, ReplayButton } from '../../lib/inspector/exchange-buttons.tsx';
import { addressPath } from '../../lib/inspector/header-origins.ts';
import { hasReply, InspectorTab, useInspectorTabs } from '../../lib/inspector/inspector-tab.tsx';
import { copyItems } from '../../lib/inspector/snippets.ts';
import { useEventLog } from '../../lib/inspector/tabs/event-log.ts';
import { useWireExchange } from '../../lib/inspector/use-wire-exchange.ts';
import { WireDialogs } from '../../lib/inspector/wire-dialogs.tsx';
import { showOnWire, useWire, type WireTab, wireFocus } from '../../lib/navigation/wire-focus.ts';
import { toggleWire, useLayout } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { TabList, TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { Method } from '../../ui/feedback/method.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { LayoutResizer } from '../stage/layout-resizer.tsx';
import s from './wire-drawer.module.css';

/** The exact exchange behind what the panel shows: before it is sent, while it runs, and as it was recorded. */
export function WireDrawer() {
  const t = useStrings().wire;
  const isOpen = useLayout(({ wireOpen }) => wireOpen);
  const asked = useWire((focus) => focus.tab);
  const exchangeId = useWireExchange();
  useEffect(() => {
    wireFocus.setState({ hasDrawer: true });
    return () => wireFocus.setState({ hasDrawer: false });
  }, []);
  const { data: exchange } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  const log = useEventLog(isOpen ? exchangeId : null);
  const tabs = useInspectorTabs(exchange, log.rows.length);
  const tab = asked === 'reply' && exchange && !hasReply(exchange) ? 'response' : asked;
  const open = (next: WireTab) => {
    wireFocus.setState({ tab: next });
    useLayout.setState({ wireOpen: true });
  };
  return (
    <>
      <section className={classes(s.drawer, isOpen && s.open)} aria-label={t.title}>
        {isOpen && <LayoutResizer size="wirePx" edge="top" label={t.resize} />}
        <Tabs
          value={isOpen ? tab : 'none'}
          onValueChange={(next) => next !== 'none' && open(next)}
          className={layout.fill}
        >
          <header className={s.head}>
            <IconButton
              label={isOpen ? t.close : t.open}
              size="sm"
              icon={<Icon of={isOpen ? ChevronDown : ArrowUp} size="s" />}
              onClick={toggleWire}
            />
            <TabList label={t.title} activateOnFocus={isOpen} tabs={tabs} />
            {exchange && <WireSummary exchange={exchange} />}
          </header>
          {isOpen && (
            <TabPanel value={tab} className={s.panel}>
              <InspectorTab tab={tab} exchangeId={exchangeId} log={log} compact />
            </TabPanel>
          )}
        </Tabs>
      </section>
      <WireDialogs />
    </>
  );
}

/** One line about the exchange in focus, and its actions. */
function WireSummary({ exchange }: { exchange: ExchangeDetail }) {
  const words = useStrings();
  return (
    <div className={s.summary}>
      <span className={s.line}>
        <Method>{exchange.method}</Method>
        <span className="cut-text">{addressPath(exchange.address)}</span>
      </span>
      <span className={s.verdict}>
        <StateBadge {...exchange} word={verdictOf(exchange, words)} />
        {exchange.durationMs !== null && <span className="mono-s num">{formatMs(exchange.durationMs)}</span>}
        <CostFact exchangeIds={[exchange.id]} />
      </span>
      <Acts exchange={exchange} />
    </div>
  );
}

function Acts({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wire;
  const { id } = exchange;
  const more: MenuItem[] = [
    { kind: 'submenu', id: 'copy', label: t.copyAs, items: copyItems(id) },
    ...copyFactItems(exchange),
    {
      kind: 'check',
      id: 'pin',
      label: t.pin,
      checked: exchange.pinned,
      onCheckedChange: (pinned) => void client.exchanges.pin({ id, pinned }).catch(() => undefined),
    },
    { kind: 'separator', id: 'rule' },
    menuAction('panel', t.openInPanel, () => showOnWire(id)),
  ];
  return (
    <span className={s.acts}>
      <ReplayButton exchange={exchange} intent="quiet" />
      <EditButton exchange={exchange} />
      <span className={s.wide}>
        <CurlButton id={id} />
      </span>
      <Menu
        align="end"
        items={more}
        trigger={<IconButton label={t.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
      />
    </span>
  );
}

/** `200`, `200, Interrupted`, `Failed`. */
function verdictOf({ status, state, refusedAsPlanned }: ExchangeDetail, { wire, pieces }: Strings): string {
  if (refusedAsPlanned) return pieces.facts(status, wire.asPlanned);
  return pieces.facts(status, (status === null || state !== 'done') && pieces.states[state]);
}
