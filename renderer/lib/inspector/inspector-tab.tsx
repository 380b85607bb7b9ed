import { lazyPart } from '../../ui/base/lazy-module.ts';
import { useCall } from '../client/query.ts';
import { useStrings } from '../i18n/strings.ts';
import { useWire } from '../navigation/wire-focus.ts';
import s from './inspector.module.css';
import type { EventLog } from './tabs/event-log.ts';

/** Everything that can be inspected of an exchange. The drawer shows some of it, the Wire panel all of it. */
type InspectorTabName =
  | 'conversation'
  | 'preview'
  | 'sent'
  | 'response'
  | 'raw'
  | 'events'
  | 'headers'
  | 'timeline'
  | 'chunks';

const waiting = <div className={s.panel} aria-busy />;
const PreviewTab = lazyPart(async () => (await import('./tabs/preview-tab.tsx')).PreviewTab, waiting);
const SentTab = lazyPart(async () => (await import('./tabs/sent-tab.tsx')).SentTab, waiting);
const ResponseTab = lazyPart(async () => (await import('./tabs/response-tab.tsx')).ResponseTab, waiting);
const RawTab = lazyPart(async () => (await import('./tabs/raw-tabs.tsx')).RawTab, waiting);
const EventsTab = lazyPart(async () => (await import('./tabs/events-tab.tsx')).EventsTab, waiting);
const HeadersTab = lazyPart(async () => (await import('./tabs/raw-tabs.tsx')).HeadersTab, waiting);
const ReplyView = lazyPart(async () => (await import('./tabs/reply-view.tsx')).ReplyView, waiting);
const TimelineTab = lazyPart(async () => (await import('./tabs/timeline-tab.tsx')).TimelineTab, waiting);
const ChunksTab = lazyPart(async () => (await import('./tabs/chunks-tab.tsx')).ChunksTab, waiting);

interface InspectorTabProps {
  tab: InspectorTabName;
  /** `null` until the panel has made one. */
  exchangeId: string | null;
  log: EventLog;
  /** Head beside body, for a low and wide area; else one below the other. */
  compact?: boolean;
}

/** The content of one tab of an exchange; an empty tab says what it will show. */
export function InspectorTab({ tab, exchangeId, log, compact = false }: InspectorTabProps) {
  const draft = useWire((focus) => focus.draft);
  const { data: exchange } = useCall('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  if (tab === 'preview') return draft ? <PreviewTab draft={draft} /> : <NothingYet tab="preview" />;
  if (!exchange) return <NothingYet tab={tab} />;
  switch (tab) {
    case 'conversation':
      return <ReplyView key={exchange.id} exchange={exchange} />;
    case 'sent':
      return <SentTab key={exchange.id} exchange={exchange} compact={compact} />;
    case 'response':
      return <ResponseTab key={exchange.id} exchange={exchange} log={log} compact={compact} />;
    case 'raw':
      return <RawTab exchange={exchange} />;
    case 'events':
      return <EventsTab exchange={exchange} log={log} />;
    case 'headers':
      return <HeadersTab exchange={exchange} />;
    case 'timeline':
      return <TimelineTab exchange={exchange} log={log} />;
    case 'chunks':
      return <ChunksTab exchange={exchange} log={log} />;
  }
}

function NothingYet({ tab }: { tab: InspectorTabName }) {
  const { unlit } = useStrings().wire;
  if (!(tab in unlit)) return null;
  const { title, body } = unlit[tab as keyof typeof unlit];
  return (
    <p className={s.nothing}>
      <b>{title}</b>
      {body}
    </p>
  );
}
