import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useAction } from '../../../lib/client/use-action.ts';
import { CostFact } from '../../../lib/cost/cost-later.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type VectorVerdict, vectorFacts, verdictOf } from '../../../lib/vectors/vector-facts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { type Corpus, exchangesOf } from '../corpus.ts';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import { corpusOf } from '../store.ts';
import { analysis } from './analysis.ts';
import s from './lab.module.css';
import { MapPane } from './map/map-pane.tsx';
import { RunStrip } from './run-strip.tsx';
import { type ExportKind, exportKinds, notifySaved, saveExport } from './save-export.ts';
import { SidePane } from './side/side-pane.tsx';
import { VectorTable } from './vector-table.tsx';

const analyze = ({ run, read }: Corpus) => analysis().analyze(run, read.items.length);

/** The results of the vectors: map, similarities and table, sharing one corpus and one selection. */
export function Lab() {
  const read = useCorpus((corpus) => corpus.read);
  const texts = read.items.map(({ text }) => text);
  useEffect(() => {
    analyze(embeddingsStore().current());
    return embeddingsStore().subscribe((now, before) => {
      const hasRunChanged = now.running?.startedMs !== before.running?.startedMs;
      const corpus = corpusOf(now);
      // Vectors that are still arriving are not laid out: the map would change under the pointer with each batch. But a
      // run that starts discards the analysis of other vectors, which would be shown with the wrong texts.
      if (hasRunChanged || (!now.running && corpus.run !== corpusOf(before).run)) analyze(corpus);
    });
  }, []);
  return (
    <div className={s.lab}>
      <RunStrip />
      <div className={s.grid}>
        <MapPane texts={texts} />
        <SidePane texts={texts} />
        <section className={s.table}>
          <VerdictLine texts={texts} />
          <VectorTable texts={texts} />
        </section>
      </div>
    </div>
  );
}

const intents: Record<VectorVerdict, Intent> = {
  none: 'neutral',
  zero: 'bad',
  'all-equal': 'bad',
  'mixed-dimensions': 'bad',
  fewer: 'warn',
  'some-equal': 'odd',
  unnormalized: 'odd',
  sound: 'ok',
};

/** A one-line summary of the vectors, and the export menu. */
function VerdictLine({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.verdict;
  const run = useCorpus((corpus) => corpus.run);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const items = run?.items;
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
      <span className={`cut-text ${s.words}`} role="status" title={t.long(verdict, facts, run?.encoding ?? null)}>
        {t.long(verdict, facts, run?.encoding ?? null)}
      </span>
      {run && <CostFact exchangeIds={exchangesOf(run)} />}
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

/** Exports the vectors as a table, as JSON Lines or as a NumPy array. */
function ExportMenu() {
  const t = useStrings().embeddings.exports;
  const act = useAction((kind: ExportKind) => notifySaved(saveExport(kind)));
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" intent="quiet" busy={act.busy} icon={<Icon of={Download} size="s" />}>
          {t.title}
        </Button>
      }
      items={exportKinds.map((kind) => menuAction(kind, t.kinds[kind], () => void act.run(kind)))}
    />
  );
}
