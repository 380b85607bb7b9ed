import { useMemo } from 'react';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { formatMs, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Table } from '../../../ui/lists/table.tsx';
import { BestDot } from '../errors.tsx';
import { useForm } from '../form.ts';
import {
  elapsedMs,
  isSuccessful,
  stateOf,
  type TranscribeDocument,
  type TranscribeRun,
} from '../model/audio-document.ts';
import { type ErrorRate, errorRate } from '../model/error-rate.ts';
import { transcriptOf } from '../model/transcript.ts';
import type { Normalization } from '../model/words.ts';
import s from './transcribe.module.css';

/** Results of comparisons. A run whose response changes is a new object. */
const compared = new WeakMap<TranscribeRun, { reference: string; normalization: Normalization; errors: ErrorRate }>();

function errorsOf(run: TranscribeRun, reference: string, normalization: Normalization): ErrorRate {
  const known = compared.get(run);
  if (known?.reference === reference && known.normalization === normalization) return known.errors;
  const errors = errorRate(reference, transcriptOf(run).text, normalization);
  compared.set(run, { reference, normalization, errors });
  return errors;
}

/** Compares what each model returned, and all of it, with the reference; empty without one. */
export function useErrors({ reference = '', runs }: TranscribeDocument): ReadonlyMap<TranscribeRun, ErrorRate> {
  const normalization = useForm((form) => form.normalization);
  return useMemo(() => {
    const whole = reference.trim() === '' ? [] : runs.filter(({ calls }) => calls.every(isSuccessful));
    const rates = whole.map((run) => [run, errorsOf(run, reference, normalization)] as const);
    return new Map(rates.filter(([, { rate }]) => rate !== null));
  }, [reference, runs, normalization]);
}

interface ResultsTableProps {
  runs: readonly TranscribeRun[];
  errors: ReadonlyMap<TranscribeRun, ErrorRate>;
  selectedId: string;
  onSelect: (runId: string) => void;
}

/** All transcripts of the audio, one a row: model, time and error rate. A press on a model shows its transcript. */
export function ResultsTable({ runs, errors, selectedId, onSelect }: ResultsTableProps) {
  const { run: t, errors: words } = useStrings().audio;
  const [first] = errors.values();
  const rates = new Set([...errors.values()].map(({ rate }) => rate ?? 1));
  const best = rates.size > 1 ? Math.min(...rates) : null;
  return (
    <div className={s.results}>
      <Table
        label={t.runs}
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'model',
            header: t.model,
            cell: (run) => (
              <ModelCell
                run={run}
                number={runs.indexOf(run) + 1}
                isSelected={run.id === selectedId}
                onSelect={onSelect}
              />
            ),
          },
          { id: 'time', header: t.time, align: 'end', width: 132, cell: (run) => <TimeCell run={run} /> },
          ...(first
            ? [
                {
                  id: 'rate',
                  header: <abbr title={words.names[first.unit]}>{words.rates[first.unit]}</abbr>,
                  align: 'end' as const,
                  width: 84,
                  cell: (run: TranscribeRun) => <RateCell errors={errors.get(run)} best={best} />,
                },
                {
                  id: 'edits',
                  header: <abbr title={words.editsNames}>{words.edits}</abbr>,
                  align: 'end' as const,
                  width: 96,
                  cell: (run: TranscribeRun) => <EditsCell errors={errors.get(run)} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

interface ModelCellProps {
  run: TranscribeRun;
  number: number;
  isSelected: boolean;
  onSelect: (runId: string) => void;
}

function ModelCell({ run, number, isSelected, onSelect }: ModelCellProps) {
  const t = useStrings().audio.run;
  const { translate, settings, calls } = run;
  const text = transcriptOf(run).text.trim().slice(0, 200);
  return (
    <button type="button" className={s.result} aria-pressed={isSelected} onClick={() => onSelect(run.id)}>
      <span className={s.resultName}>
        {number}. <span className="mono">{calls[0]?.model}</span>
        <span className={s.facts}>
          {t.runFacts(settings.response_format.on ? settings.response_format.value : '', translate)}
        </span>
      </span>
      {text !== '' && (
        <span className={s.snippet} dir="auto">
          {text}
        </span>
      )}
    </button>
  );
}

function TimeCell({ run: { calls } }: { run: TranscribeRun }) {
  const state = stateOf(calls);
  if (state === 'done')
    return (
      <>
        {formatMs(elapsedMs(calls))}
        <CostFact exchangeIds={calls.map(({ exchangeId }) => exchangeId)} after="text" />
      </>
    );
  return state === 'idle' ? null : <StateBadge state={state} />;
}

function RateCell({ errors, best }: { errors: ErrorRate | undefined; best: number | null }) {
  if (errors?.rate == null) return '–';
  return (
    <b className={s.rate}>
      {errors.rate === best && <BestDot />}
      {formatRate(errors.rate * 100)}%
    </b>
  );
}

function EditsCell({ errors }: { errors: ErrorRate | undefined }) {
  if (!errors) return '–';
  return [errors.substitutions, errors.deletions, errors.insertions].map(formatNumber).join(' / ');
}
