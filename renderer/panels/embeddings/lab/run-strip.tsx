import { Play } from 'lucide-react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { distinctNames, type ModelRun, missingPlaces, vectorCount, withoutVector } from '../corpus.ts';
import { useEmbed } from '../embed.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import s from './lab.module.css';

/** The state of the run: its progress, why it ended, what is missing, and what to do about it. */
export function RunStrip() {
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
