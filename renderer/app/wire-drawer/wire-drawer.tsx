import { ArrowUp, ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { InspectorTab } from '../../lib/inspector/inspector-tab.tsx';
import { useEventLog } from '../../lib/inspector/tabs/event-log.ts';
import { useWireExchange } from '../../lib/inspector/use-wire-exchange.ts';
import { WireDialogs } from '../../lib/inspector/wire-dialogs.tsx';
import { useWire, type WireTab, wireFocus } from '../../lib/navigation/wire-focus.ts';
import { toggleWire, useLayout } from '../../lib/preferences/layout.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { UiProvider } from '../../ui/base/ui-provider.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TabList, TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { LayoutResizer } from '../stage/layout-resizer.tsx';
import s from './wire-drawer.module.css';
import { WireSummary } from './wire-summary.tsx';

const tabs: readonly WireTab[] = ['preview', 'sent', 'response', 'events', 'timeline'];

/** The exact exchange behind what the panel shows: before it is sent, while it runs, and as it was recorded. */
export function WireDrawer() {
  const t = useStrings().wire;
  const isOpen = useLayout(({ wireOpen }) => wireOpen);
  const tab = useWire((focus) => focus.tab);
  const exchangeId = useWireExchange();
  useEffect(() => {
    wireFocus.setState({ hasDrawer: true });
    return () => wireFocus.setState({ hasDrawer: false });
  }, []);
  const log = useEventLog(isOpen ? exchangeId : null);
  const open = (next: WireTab) => {
    wireFocus.setState({ tab: next });
    useLayout.setState({ wireOpen: true });
  };
  return (
    <UiProvider>
      <section className={classes(s.drawer, isOpen && s.open)} aria-label={t.title}>
        {isOpen && <LayoutResizer size="wirePx" edge="top" label={t.resize} />}
        <Tabs value={isOpen ? tab : 'none'} onValueChange={(next) => next !== 'none' && open(next)} className={s.tabs}>
          <header className={s.head}>
            <IconButton
              label={isOpen ? t.close : t.open}
              size="sm"
              icon={<Icon of={isOpen ? ChevronDown : ArrowUp} size="s" />}
              onClick={toggleWire}
            />
            <TabList
              label={t.title}
              activateOnFocus={isOpen}
              tabs={tabs.map((value) => ({
                value,
                label: t.tabs[value],
                ...(value === 'events' && log.rows.length > 0 ? { count: log.rows.length } : {}),
              }))}
            />
            <WireSummary exchangeId={exchangeId} />
          </header>
          {isOpen && (
            <TabPanel value={tab} className={s.panel}>
              <InspectorTab tab={tab} exchangeId={exchangeId} log={log} compact />
            </TabPanel>
          )}
        </Tabs>
      </section>
      <WireDialogs />
    </UiProvider>
  );
}
