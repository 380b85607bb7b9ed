import { ArrowLeft, ArrowRightLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { verdictIntent } from '../../../lib/failures/verdict.ts';
import { formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { addressPath } from '../../../lib/inspector/address-path.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TabList, TabPanel, Tabs } from '../../../ui/controls/tabs.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { compareTwo, wire } from '../store.ts';
import { verdictWord } from '../verdict-word.ts';
import { BodyCompare } from './body-compare.tsx';
import s from './compare.module.css';
import { FactCompare } from './fact-compare.tsx';
import { HeaderCompare } from './header-compare.tsx';

type CompareTab = 'facts' | 'request' | 'response' | 'headers';
const tabs: readonly CompareTab[] = ['facts', 'request', 'response', 'headers'];

const close = () => wire.setState({ compared: null });

/** Two exchanges side by side: facts and times, bodies, headers. Escape goes back. */
export function Compare({ leftId, rightId }: { leftId: string; rightId: string }) {
  const t = useStrings().wireDetail.compare;
  const [tab, setTab] = useState<CompareTab>('facts');
  const left = useCall('exchanges', 'get', { id: leftId });
  const right = useCall('exchanges', 'get', { id: rightId });
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  const failure = left.error?.failure ?? right.error?.failure;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  };
  return (
    <section ref={page} className={s.page} aria-label={t.title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={s.head}>
        <Button size="sm" intent="quiet" icon={<Icon of={ArrowLeft} size="s" />} onClick={close}>
          {t.back}
        </Button>
        <h1>{t.title}</h1>
      </header>
      {failure ? (
        <FailureCard failure={failure} />
      ) : !left.data || !right.data ? (
        <div className={s.middle} role="status">
          <span className="sr-only">{t.reading}</span>
          <Skeleton lines={[50, 80, 60]} />
        </div>
      ) : (
        <>
          <div className={s.heads}>
            <Head exchange={left.data} />
            <IconButton
              label={t.swap}
              size="sm"
              icon={<Icon of={ArrowRightLeft} size="s" />}
              onClick={() => compareTwo(rightId, leftId)}
            />
            <Head exchange={right.data} />
          </div>
          <Tabs value={tab} onValueChange={setTab} className={s.tabs}>
            <div className={s.tabRow}>
              <TabList label={t.title} tabs={tabs.map((value) => ({ value, label: t.tabs[value] }))} />
            </div>
            <TabPanel value={tab} className={s.panel}>
              {tab === 'facts' && <FactCompare left={left.data} right={right.data} />}
              {tab === 'headers' && <HeaderCompare left={left.data} right={right.data} />}
              {(tab === 'request' || tab === 'response') && (
                <BodyCompare key={tab} left={left.data} right={right.data} side={tab} />
              )}
            </TabPanel>
          </Tabs>
        </>
      )}
    </section>
  );
}

function Head({ exchange }: { exchange: ExchangeDetail }) {
  const t = useStrings().wirePanel;
  return (
    <div className={s.exchange}>
      <span className="mono-s">{formatTime(exchange.startedAt)}</span>
      <Method>{exchange.method}</Method>
      <span className={s.path}>{addressPath(exchange.address)}</span>
      <Badge intent={verdictIntent(exchange)}>
        {[exchange.status, verdictWord(exchange, t)].filter((part) => part !== null).join(' ')}
      </Badge>
    </div>
  );
}
