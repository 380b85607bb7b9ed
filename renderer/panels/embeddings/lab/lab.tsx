import { ArrowLeft, Download, Play } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useAction } from '../../../lib/client/use-action.ts';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { type VectorVerdict, vectorFacts, verdictOf } from '../../../lib/vectors/vector-facts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import {
  type Corpus,
  distinctNames,
  exchangesOf,
  type ModelRun,
  missingPlaces,
  vectorCount,
  withoutVector,
} from '../corpus.ts';
import { useEmbed } from '../embed.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import { corpusOf } from '../store.ts';
import { analysis } from './analysis.ts';
import s from './lab.module.css';
import { MapPane } from './map/map-pane.tsx';
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

/** The state of the run: its progress, why it ended, what is missing, and what to do about it. */
function RunStrip() {
  const t = useStrings().embeddings;
  const { running, emptyRun } = useStore(embeddingsStore());
  const corpus = useCorpus();
  const { run } = corpus;
  const count = corpus.read.items.length;
  return (
    <>
      {running && (
        <div className={s.strip}>
          <div className={s.stripLine}>
            <span role="status" className={s.stripWords}>
              {running.settled === 0 ? t.run.preparing : t.run.progress(running.settled, running.total)}
            </span>
            <span className={s.bar}>
              <Progress
                value={running.settled === 0 ? null : running.settled / running.total}
                label={t.run.progressLabel}
                thin
              />
            </span>
            <Button size="sm" intent="stop" onClick={() => embeddingsStore().stop()}>
              {t.embed.stop}
            </Button>
          </div>
        </div>
      )}
      {!running && emptyRun && <EmptyRun run={emptyRun} kept={run} />}
      {!running && run && <Ending run={run} count={count} />}
    </>
  );
}

/** A run without a single vector, and the one that was kept instead. */
function EmptyRun({ run, kept }: { run: ModelRun; kept: ModelRun | null }) {
  const { embeddings } = useStrings();
  if (!kept) return null;
  const [from, to] = distinctNames(kept, run, embeddings.embed);
  const words = embeddings.run.emptyRun(to, vectorCount(kept), from);
  return (
    <div className={s.strip}>
      {run.failure && run.failure.code !== 'aborted' ? (
        <FailureCard failure={run.failure} note={words} level={2} />
      ) : (
        <Note intent="warn">{words}</Note>
      )}
    </div>
  );
}

/** Renders nothing when every text has a vector. */
function Ending({ run, count }: { run: ModelRun; count: number }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.embeddings.run;
  const { resume } = useEmbed();
  const missing = missingPlaces(count, run).length;
  if (run.failure && run.failure.code !== 'aborted')
    return (
      <div className={s.strip}>
        <FailureCard
          failure={run.failure}
          level={2}
          actions={missing > 0 && resume ? [{ label: t.resume(missing), onSelect: resume, again: true }] : []}
        />
      </div>
    );
  if (missing === 0) return <Oddities run={run} />;
  const { rejected, omitted, why } = withoutVector(run);
  const sentences = run.failure
    ? [t.stopped(missing)]
    : rejected + omitted === 0
      ? [t.missing(missing)]
      : [
          ...(omitted > 0 ? [t.omitted(omitted)] : []),
          ...(rejected > 0 ? [t.refused(rejected, why ? lineOf(why, language, words) : '')] : []),
          t.embedded(count - missing),
        ];
  return (
    <>
      <div className={s.strip}>
        <Note
          intent="warn"
          action={
            resume && (
              <Button size="sm" icon={<Icon of={Play} size="s" />} onClick={resume}>
                {t.resume(missing)}
              </Button>
            )
          }
        >
          {sentences.join(' ')}
        </Note>
      </div>
      <Oddities run={run} />
    </>
  );
}

/** What was irregular in the responses, such as why one text got no vector. Each sentence once. */
function Oddities({ run: { batches } }: { run: ModelRun }) {
  const t = useStrings().embeddings.run;
  const odd = batches.find(({ oddities }) => oddities.length > 0);
  if (!odd) return null;
  const said = [...new Set(batches.flatMap(({ oddities }) => oddities))].slice(0, mostOddities);
  return (
    <div className={s.strip}>
      <Note intent="odd" action={<ViewRequest exchangeId={odd.exchangeId} />}>
        {t.odd} <span lang="en">{said.join(' ')}</span>
      </Note>
    </div>
  );
}

/** Each request may have its own; the record of each has all of them. */
const mostOddities = 8;
