import { useStore } from 'zustand';
import { FailureCard } from '../../lib/failure-card.tsx';
import { useStrings } from '../../lib/strings.ts';
import { openWire, useWireFocus } from '../../lib/wire-focus.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { documentsIn } from './model/request.ts';
import { Ranking } from './ranking.tsx';
import s from './rerank.module.css';
import { isOfDraft, rerankRun, startRerank, stopRerank, useRerank } from './rerank-store.ts';
import { useRerankDraft } from './use-rerank-draft.ts';

/** Query and documents above, the order that came back below. */
export function RerankWork() {
  const t = useStrings().rerank;
  const { query, text, answer: settled } = useRerank();
  const { answer: running, stopping } = useStore(rerankRun);
  const { draft, missing } = useRerankDraft();
  useWireFocus(draft, (running ?? settled)?.exchangeId ?? null);
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft && !missing && !running) startRerank(draft);
        }}
      >
        <Field label={t.query} hint={t.queryHint}>
          <TextArea value={query} onValueChange={(next) => useRerank.setState({ query: next })} maxRows={4} />
        </Field>
        <Field label={t.documents} hint={t.documentsHint(documentsIn(text).length)}>
          <TextArea
            value={text}
            onValueChange={(next) => useRerank.setState({ text: next })}
            minRows={5}
            maxRows={10}
          />
        </Field>
        <div className={s.acts}>
          {running ? (
            <Button key="stop" onClick={stopRerank} busy={stopping}>
              {stopping ? t.stopping : t.stop}
            </Button>
          ) : (
            <Button key="run" type="submit" intent="primary" disabledReason={missing}>
              {t.run}
            </Button>
          )}
        </div>
      </form>
      <div className={s.outcome}>
        <Outcome />
      </div>
    </div>
  );
}

function Outcome() {
  const t = useStrings().rerank;
  const { query, text, answer } = useRerank();
  const running = useStore(rerankRun, (run) => run.answer);
  const { draft, missing } = useRerankDraft();
  if (running) return <Progress value={null} label={t.running} />;
  if (!answer) {
    const isBlank = !query && !text;
    const fillSample = () => useRerank.setState({ query: t.sampleQuery, text: t.sampleDocuments.join('\n') });
    return (
      <EmptyState title={t.idle} level={2} actions={isBlank && <Button onClick={fillSample}>{t.sample}</Button>}>
        {t.idleText}
      </EmptyState>
    );
  }
  const again = draft && !missing ? [{ label: t.run, onSelect: () => startRerank(draft) }] : [];
  return (
    <>
      {draft && !isOfDraft(answer, draft) && <Note>{t.changed}</Note>}
      {answer.failure && (
        <FailureCard
          failure={answer.failure}
          exchangeId={answer.exchangeId}
          sent={answer.sent}
          actions={again}
          level={2}
        />
      )}
      {answer.results.length > 0 && <Ranking answer={answer} />}
      {answer.results.length === 0 && answer.state === 'done' && (
        <EmptyState
          title={t.empty}
          level={2}
          actions={<Button onClick={() => openWire(answer.exchangeId, 'response')}>{t.showWire}</Button>}
        >
          {t.emptyText}
        </EmptyState>
      )}
    </>
  );
}
