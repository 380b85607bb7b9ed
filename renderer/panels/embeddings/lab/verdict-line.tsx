import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type VectorVerdict, vectorFacts, verdictOf } from '../../../lib/vectors/vector-facts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { embeddingsStore } from '../embeddings.ts';
import { ExportMenu } from './export-menu.tsx';
import s from './verdict-line.module.css';

const intents: Record<VectorVerdict, Intent> = {
  none: 'neutral',
  zero: 'bad',
  'all-equal': 'bad',
  'mixed-dimensions': 'bad',
  fewer: 'warn',
  'some-equal': 'odd',
  unnormalised: 'odd',
  sound: 'ok',
};

/** What can be said of the vectors in one line, and the ways to take them along. */
export function VerdictLine({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.verdict;
  const base = useStore(embeddingsStore(), ({ corpus }) => corpus.base);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const items = base?.items;
  const facts = useMemo(
    () =>
      running || !items
        ? null
        : vectorFacts(
            texts,
            items.map((item) => item?.vector ?? null),
          ),
    [texts, items, running],
  );
  if (!facts) return <div className={s.line}>{t.running}</div>;
  const verdict = verdictOf(facts);
  return (
    <div className={s.line}>
      <Badge intent={intents[verdict]}>{t.short[verdict]}</Badge>
      <span className={s.words} role="status" title={t.long(verdict, facts, base?.encoding ?? null)}>
        {t.long(verdict, facts, base?.encoding ?? null)}
      </span>
      <Button
        size="sm"
        intent="quiet"
        icon={<Icon of={ArrowLeft} size="s" />}
        onClick={() => embeddingsStore().show('texts')}
      >
        {t.edit}
      </Button>
      {facts.vectors > 0 && <ExportMenu />}
    </div>
  );
}
