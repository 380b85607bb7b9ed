import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { bodyFormatOf } from '#shared/protocol/convert-body.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { useCall } from '../client/query.ts';
import { useStrings } from '../i18n/strings.ts';
import { useWire, type WireTab, wireFocus } from '../navigation/wire-focus.ts';
import s from './inspector.module.css';
import { ChunksTab } from './tabs/chunks-tab.tsx';
import type { EventLog } from './tabs/event-log.ts';
import { EventsTab } from './tabs/events-tab.tsx';
import { PreviewTab } from './tabs/preview-tab.tsx';
import { ReplyView } from './tabs/reply-view.tsx';
import { ResponseTab } from './tabs/response-tab.tsx';
import { SentTab } from './tabs/sent-tab.tsx';
import { Timeline } from './tabs/timeline-tab.tsx';

const tabs: readonly WireTab[] = ['reply', 'request', 'response', 'events', 'timing'];

/** Returns whether a route has a prompt and a reply. */
export const hasReply = (exchange: Pick<ExchangeDetail, 'routeId'>): boolean => bodyFormatOf(exchange.routeId) !== null;

/** Returns the tabs of an exchange, for every list of them: a reply only where a model replies. */
export function useInspectorTabs(exchange: ExchangeDetail | undefined, events: number) {
  const t = useStrings().wire.tabs;
  return tabs
    .filter((value) => value !== 'reply' || !exchange || hasReply(exchange))
    .map((value) => ({ value, label: t[value], ...(value === 'events' && events > 0 && { count: events }) }));
}

interface InspectorTabProps {
  tab: WireTab;
  /** `null` until the panel has made one. */
  exchangeId: string | null;
  log: EventLog;
  /** In the drawer: head beside body, for a low and wide area, and the request as it would be sent now. */
  compact?: boolean;
}

/** The content of one tab of an exchange; an empty tab says what it will show. */
export function InspectorTab({ tab, exchangeId, log, compact = false }: InspectorTabProps) {
  const { data: exchange } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  if (tab === 'request') return <RequestTab exchange={exchange} compact={compact} />;
  if (!exchange) return <NothingYet tab={tab} />;
  switch (tab) {
    case 'reply':
      return hasReply(exchange) ? (
        <ReplyView key={exchange.id} exchange={exchange} />
      ) : (
        <ResponseTab key={exchange.id} exchange={exchange} compact={compact} />
      );
    case 'response':
      return <ResponseTab key={exchange.id} exchange={exchange} compact={compact} />;
    case 'events':
      return <EventsTab exchange={exchange} log={log} />;
    case 'timing':
      return <TimingTab exchange={exchange} log={log} />;
  }
}

/** The request as it was sent, and in the drawer also as it would be sent now. */
function RequestTab({ exchange, compact }: { exchange: ExchangeDetail | undefined; compact: boolean }) {
  const t = useStrings().wire.requestViews;
  const draft = useWire((focus) => (compact ? focus.draft : null));
  const asked = useWire(({ requestView }) => requestView);
  const view = (draft ? asked : null) ?? (exchange ? 'sent' : 'preview');
  const lead = draft && (
    <Segmented
      label={t.label}
      value={view}
      onValueChange={(requestView) => wireFocus.setState({ requestView })}
      options={(['preview', 'sent'] as const).map((value) => ({ value, label: t[value] }))}
    />
  );
  if (draft && view === 'preview') return <PreviewTab draft={draft} lead={lead} />;
  if (exchange) return <SentTab key={exchange.id} exchange={exchange} compact={compact} lead={lead} />;
  return (
    <>
      {lead && <div className={s.lead}>{lead}</div>}
      <NothingYet tab="request" />
    </>
  );
}

/** When everything happened, and how the response arrived. */
function TimingTab({ exchange, log }: { exchange: ExchangeDetail; log: EventLog }) {
  const t = useStrings().wire.tabs;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.timing}>
      <Timeline exchange={exchange} log={log} />
      <ChunksTab exchange={exchange} log={log} />
    </section>
  );
}

function NothingYet({ tab }: { tab: WireTab }) {
  const { title, body } = useStrings().wire.unlit[tab];
  return (
    <p className={s.nothing}>
      <b>{title}</b>
      {body}
    </p>
  );
}
