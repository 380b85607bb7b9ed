import { Play } from 'lucide-react';
import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failure-card.tsx';
import { lineOf } from '../../../lib/failures.ts';
import { useLanguage, useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { lab } from '../embeddings.ts';
import { type ModelRun, missingPlaces } from '../model/lab.ts';
import { useEmbed } from '../use-embed.ts';
import s from './run-strip.module.css';

/** How the run stands: its progress, why it ended, what is missing, and what to do about it. */
export function RunStrip() {
  const t = useStrings().embeddings;
  const { corpus, running } = useStore(lab());
  const { base, overlay } = corpus;
  const count = corpus.read.items.length;
  return (
    <>
      {running && (
        <div className={s.strip}>
          <div className={s.line}>
            <span role="status" className={s.words}>
              {running.settled === 0 ? t.run.preparing : t.run.progress(running.settled, running.total)}
            </span>
            <span className={s.bar}>
              <Progress
                value={running.settled === 0 ? null : running.settled / running.total}
                label={t.run.progressLabel}
                thin
              />
            </span>
            <Button size="sm" intent="stop" onClick={() => lab().stop()}>
              {t.embed.stop}
            </Button>
          </div>
        </div>
      )}
      {!running && base && <Ending run={base} count={count} isOverlay={false} />}
      {!running && overlay && <Ending run={overlay} count={count} isOverlay />}
    </>
  );
}

/** Nothing when every text has a vector. */
function Ending({ run, count, isOverlay }: { run: ModelRun; count: number; isOverlay: boolean }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.embeddings.run;
  const { start } = useEmbed();
  const missing = missingPlaces(count, run).length;
  const refused = run.items.filter((item) => item?.failure && !item.vector).length;
  const resume = () => void start(isOverlay ? 'overlay' : 'base', run.model);
  if (run.failure && run.failure.code !== 'aborted')
    return (
      <div className={s.strip}>
        <FailureCard
          failure={run.failure}
          level={2}
          actions={missing > 0 ? [{ label: t.resume(missing), onSelect: resume, intent: 'primary' }] : []}
        />
      </div>
    );
  const odd = run.batches.find(({ oddities }) => oddities.length > 0);
  if (missing === 0)
    return (
      odd && (
        <div className={s.strip}>
          <Note
            intent="odd"
            action={
              <Button size="sm" onClick={() => openWire(odd.exchangeId, 'response')}>
                {t.oddOnWire}
              </Button>
            }
          >
            {t.odd} <span lang="en">{odd.oddities.join(' ')}</span>
            {isOverlay && ` ${t.ofModel(run.model)}`}
          </Note>
        </div>
      )
    );
  const first = run.items.find((item) => item?.failure && !item.vector)?.failure;
  return (
    <div className={s.strip}>
      <Note
        intent="warn"
        action={
          <Button size="sm" icon={<Icon of={Play} size="s" />} onClick={resume}>
            {t.resume(missing)}
          </Button>
        }
      >
        {run.failure
          ? t.stopped(missing)
          : refused > 0
            ? t.refused(refused, first ? lineOf(first, language, words) : '')
            : t.missing(missing)}
        {isOverlay && ` ${t.ofModel(run.model)}`}
      </Note>
    </div>
  );
}
