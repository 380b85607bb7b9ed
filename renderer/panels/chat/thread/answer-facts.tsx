import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FactsWithCost } from '../../../lib/cost/facts-with-cost.tsx';
import { formatMs, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Sparkline } from '../../../ui/diagrams/sparkline.tsx';
import { type Fact, Facts } from '../../../ui/layout/facts.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { AnswerRun } from '../answer-run.ts';
import { type Answer, tokensPerSecond } from '../model/answer.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import { AnswerDetails } from './answer-details.tsx';
import { Clock } from './clock.tsx';

/** At most four numbers under a reply: what was measured here, and what the gateway reported. The rest is one press away. */
export function AnswerFacts({ turn: { exchangeId }, answer }: { turn: AssistantTurn; answer: Answer }) {
  const words = useStrings().chat.facts;
  const { timeline, usage } = answer;
  if (!timeline) return null;
  const rate = tokensPerSecond(answer);
  const time = (label: string, value: number | null): Fact[] =>
    value === null ? [] : [{ label, value: formatMs(value) }];
  const tokens = (label: string, value: number | null | undefined): Fact[] =>
    value == null ? [] : [{ label, value: formatNumber(value), order: 'value-first' }];
  return (
    <>
      <FactsWithCost
        exchangeIds={[exchangeId]}
        facts={[
          ...(timeline.firstTokenMs === null
            ? time(words.total, timeline.endMs)
            : time(words.firstToken, timeline.firstTokenMs)),
          ...(rate === null ? [] : [{ label: words.rate, value: formatRate(rate), order: 'value-first' as const }]),
          ...tokens(words.input, usage?.inputTokens),
          ...tokens(words.output, usage?.outputTokens),
          ...(usage || !answer.text ? [] : [{ label: words.notReported }]),
        ]}
      />
      <AllFacts answer={answer} exchangeId={exchangeId} />
    </>
  );
}

function AllFacts({ answer, exchangeId }: { answer: Answer; exchangeId: string | null }) {
  const words = useStrings().chat.facts;
  return (
    <Popover label={words.all} trigger={<IconButton label={words.all} icon={<Icon of={Info} size="s" />} size="sm" />}>
      <AnswerDetails answer={answer} exchangeId={exchangeId} />
    </Popover>
  );
}

/** The numbers of a running reply: events so far and their rate, the time, and how long nothing has arrived. */
export function LiveFacts({ answer, run }: { answer: Answer; run: AnswerRun }) {
  const words = useStrings().chat.facts;
  const rates = useEventRates(run);
  return (
    <Facts
      line
      items={[
        ...(answer.events
          ? [{ label: words.liveEvents, value: formatNumber(answer.events), order: 'value-first' as const }]
          : []),
        { label: words.total, value: <Clock startedMs={run.startedMs} /> },
        ...(rates.length < 2
          ? []
          : [
              {
                label: words.eventRate,
                value: formatRate(rates.at(-1) ?? 0),
                order: 'value-first' as const,
                after: <Sparkline values={rates} />,
              },
            ]),
      ]}
    />
  );
}

const sampleMs = 500;
const maxSamples = 40;

/** Returns the events per second of a running reply, one value per half second, oldest first. */
function useEventRates({ store }: AnswerRun): readonly number[] {
  const [rates, setRates] = useState<readonly number[]>([]);
  useEffect(() => {
    let before = { events: store.getState().state.events ?? 0, atMs: performance.now() };
    const timer = setInterval(() => {
      const now = { events: store.getState().state.events ?? 0, atMs: performance.now() };
      const rate = ((now.events - before.events) * 1000) / (now.atMs - before.atMs);
      before = now;
      setRates((all) => [...all.slice(1 - maxSamples), rate]);
    }, sampleMs);
    return () => clearInterval(timer);
  }, [store]);
  return rates;
}

const silentMs = 5000;

/**
 * Shows how long no part of the reply, and no byte, has arrived, once that is worth mentioning. Mounted again with each
 * part.
 */
export function SilenceNotice({ bytesMs }: { bytesMs: number | undefined }) {
  const words = useStrings().chat.facts;
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => {
    const fromMs = performance.now();
    const timer = setTimeout(() => setSinceMs(fromMs), silentMs);
    return () => clearTimeout(timer);
  }, []);
  if (sinceMs === null) return null;
  return (
    <Facts
      items={[
        { label: words.silent, value: <Clock startedMs={sinceMs} /> },
        ...(bytesMs === undefined ? [] : [{ label: words.lastByte, value: words.ago(formatMs(bytesMs)) }]),
      ]}
    />
  );
}
