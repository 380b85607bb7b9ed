import { formatMs } from '../../lib/format.ts';
import { useStrings } from '../../lib/strings.ts';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { SliderNumber } from '../../ui/slider-number.tsx';
import { Table } from '../../ui/table.tsx';
import { Tick } from '../../ui/tick.tsx';
import { ndcg, reciprocalRank } from './model/metrics.ts';
import type { RankingAnswer } from './model/ranking-answer.ts';
import s from './rerank.module.css';
import { useRerank } from './rerank-store.ts';

interface Ranked {
  index: number;
  score: number;
  rank: number;
}

const digits = (value: number | null): string => (value === null ? '' : value.toFixed(3));

/** The new order with scores, moves, a threshold, and the measures of what was marked as relevant. */
export function Ranking({ answer }: { answer: RankingAnswer }) {
  const t = useStrings().rerank;
  const { relevant, threshold } = useRerank();
  const marked = new Set(relevant);
  const scores = answer.results.map(({ score }) => score);
  const lowest = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const bar = threshold ?? lowest;
  const rows: Ranked[] = answer.results.map((result, at) => ({ ...result, rank: at + 1 }));
  const after = answer.results.map(({ index }) => index);
  const before = answer.documents.map((_, index) => index);
  const mark = (index: number, on: boolean) =>
    useRerank.setState({ relevant: on ? [...relevant, index] : relevant.filter((place) => place !== index) });
  const low = (row: Ranked) => (row.score < bar ? s.below : undefined);
  return (
    <section className={s.result} aria-label={t.result}>
      <Facts
        items={[
          { label: t.facts.returned, value: `${rows.length} / ${answer.documents.length}` },
          ...(answer.durationMs === null ? [] : [{ label: t.facts.took, value: formatMs(answer.durationMs) }]),
          ...(marked.size === 0
            ? []
            : [
                { label: t.facts.ndcg, value: digits(ndcg(after, marked)) },
                { label: `${t.facts.ndcg} ${t.facts.before}`, value: digits(ndcg(before, marked)) },
                { label: t.facts.mrr, value: digits(reciprocalRank(after, marked)) },
                { label: `${t.facts.mrr} ${t.facts.before}`, value: digits(reciprocalRank(before, marked)) },
              ]),
        ]}
      />
      {marked.size === 0 && <p className={s.aside}>{t.tickRelevant}</p>}
      {answer.strayed > 0 && <Note intent="warn">{t.odd}</Note>}
      {highest > lowest && (
        <div className={s.threshold}>
          <span>{t.threshold}</span>
          <SliderNumber
            label={t.threshold}
            value={bar}
            min={lowest}
            max={highest}
            step={(highest - lowest) / 100}
            numberWidth={96}
            onValueChange={(next) => useRerank.setState({ threshold: next })}
          />
          <span className={s.aside}>{t.above(scores.filter((score) => score >= bar).length, rows.length)}</span>
        </div>
      )}
      <div className={s.rows}>
        <Table
          label={t.result}
          rows={rows}
          rowKey={({ index, rank }) => `${rank} ${index}`}
          columns={[
            { id: 'rank', header: t.columns.rank, width: 56, align: 'end', cell: (row) => row.rank },
            { id: 'was', header: t.columns.was, width: 52, align: 'end', cell: (row) => row.index + 1 },
            {
              id: 'change',
              header: t.columns.change,
              width: 84,
              cell: ({ index, rank }) => <Moved places={index + 1 - rank} />,
            },
            {
              id: 'score',
              header: t.columns.score,
              width: 84,
              align: 'end',
              mono: true,
              cell: ({ score }) => score.toFixed(4),
            },
            {
              id: 'document',
              header: t.columns.document,
              cell: (row) => <span className={low(row)}>{answer.documents[row.index]}</span>,
            },
            {
              id: 'relevant',
              header: t.columns.relevant,
              width: 80,
              cell: ({ index, rank }) => (
                <Tick
                  checked={marked.has(index)}
                  onCheckedChange={(on) => mark(index, on)}
                  ariaLabel={t.relevantNamed(rank)}
                />
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}

/** How far a document came up or went down. */
function Moved({ places }: { places: number }) {
  const t = useStrings().rerank;
  if (places === 0) return <span className={s.aside}>{t.stays}</span>;
  return places > 0 ? <span className={s.up}>{t.up(places)}</span> : <span className={s.aside}>{t.down(-places)}</span>;
}
