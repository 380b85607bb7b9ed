import { ArrowDown, ArrowUp, ExternalLink, Info } from 'lucide-react';
import { useState } from 'react';
import type { CellHead, CompareRun } from '#shared/contract/compare.ts';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { formatBytes, formatMs, formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { confirmExternalLink } from '../../../lib/links/confirm-external-link.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { withSigns } from '../../../ui/base/hidden-signs.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { type CompareLane, letterOf } from '../model/comparison.ts';
import { agreementOf, bestLane, type Figure, type FigureName, figureNames, figuresOf } from '../model/figures.ts';
import { isOpen, useCells } from '../runs.ts';
import s from './figures-table.module.css';

const formats: Record<FigureName, (value: number) => string> = {
  ttft: formatMs,
  interToken: formatMs,
  interChunkP95: formatMs,
  rate: formatRate,
  latency: formatMs,
  tokensIn: formatNumber,
  tokensOut: formatNumber,
  reasoning: formatNumber,
  cached: formatNumber,
  bytes: formatBytes,
};

interface FiguresTableProps {
  lanes: readonly CompareLane[];
  run: CompareRun;
  cells: readonly CellHead[];
}

/** The figures of all lanes: medians and ranges over their repeats, sortable, the best of each column marked. */
export function FiguresTable({ lanes, run, cells }: FiguresTableProps) {
  const t = useStrings().compare.figures;
  const [sort, setSort] = useState<{ name: FigureName; isDown: boolean } | null>(null);
  const rows = lanes.flatMap((lane, at) => {
    const own = cells.filter(({ laneId }) => laneId === lane.id);
    return own.length === 0 ? [] : [{ laneId: lane.id, lane, at, cells: own, figures: figuresOf(own) }];
  });
  // Running values never get the mark.
  const isOver = cells.every((cell) => !isOpen(cell));
  const sorted = sort
    ? rows.toSorted((one, other) => {
        const [first, second] = [one.figures[sort.name]?.median, other.figures[sort.name]?.median];
        if (first === undefined || second === undefined)
          return Number(first === undefined) - Number(second === undefined);
        return (sort.isDown ? -1 : 1) * (first - second);
      })
    : rows;
  // Values that look the same are not called better.
  const isBest = (name: FigureName, laneId: string) => {
    if (bestLane(rows, name) !== laneId) return false;
    const seen = rows.flatMap((row) => {
      const figure = row.figures[name];
      return figure ? [{ id: row.laneId, text: formats[name](figure.median) }] : [];
    });
    const own = seen.find(({ id }) => id === laneId)?.text;
    return seen.every(({ id, text }) => id === laneId || text !== own);
  };
  const shown = figureNames.filter((name) => rows.some(({ figures }) => figures[name] !== null));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.scroll} tabIndex={0} aria-label={t.label}>
      <table className={s.table} aria-label={t.label}>
        <thead>
          <tr>
            <th scope="col">
              {t.lane}
              <Definitions names={shown} />
              <small className={s.legend}>{t.legend}</small>
            </th>
            {shown.map((name) => (
              <th
                key={name}
                scope="col"
                aria-sort={sort?.name !== name ? 'none' : sort.isDown ? 'descending' : 'ascending'}
              >
                <button
                  type="button"
                  {...tip(t.hints[name])}
                  onClick={() =>
                    setSort(sort?.name !== name ? { name, isDown: false } : sort.isDown ? null : { name, isDown: true })
                  }
                >
                  {t.names[name]}
                  {sort?.name === name && <Icon of={sort.isDown ? ArrowDown : ArrowUp} size="xs" />}
                </button>
              </th>
            ))}
            {run.input.repeats > 1 && (
              <th scope="col" {...tip(t.agreementHint)}>
                {t.agreement}
              </th>
            )}
            <th scope="col">{t.cost}</th>
            <th scope="col">{t.finish}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.laneId}>
              <th scope="row">
                <b className={s.letter}>{letterOf(row.at)}</b>
                <span className="mono">{withSigns(row.lane.model, 'code')}</span>
              </th>
              {shown.map((name) => (
                <td key={name}>
                  <FigureCell
                    figure={row.figures[name]}
                    format={formats[name]}
                    repeats={row.cells.length}
                    isOver={isOver}
                    isBest={isOver && isBest(name, row.laneId)}
                  />
                </td>
              ))}
              {run.input.repeats > 1 && (
                <td>
                  <AgreementCell runId={run.id} cells={row.cells} />
                </td>
              )}
              <td>
                <CostFact exchangeIds={row.cells.map(({ exchangeId }) => exchangeId)} />
              </td>
              <td>
                <Finish cells={row.cells} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The finish reasons of the replies, and how those without one ended. */
function Finish({ cells }: { cells: readonly CellHead[] }) {
  const { states } = useStrings().pieces;
  const reasons = [...new Set(cells.flatMap(({ metrics }) => metrics?.finishReason ?? []))];
  const ends = [
    ...new Set(
      cells.flatMap(({ state, metrics }) =>
        metrics?.finishReason == null && (state === 'interrupted' || state === 'failed' || state === 'cancelled')
          ? states[state]
          : [],
      ),
    ),
  ];
  if (reasons.length + ends.length === 0) return '–';
  return (
    <>
      <span className="mono">{reasons.join(', ')}</span>
      {reasons.length > 0 && ends.length > 0 && ', '}
      {ends.join(', ')}
    </>
  );
}

interface FigureCellProps {
  figure: Figure | null;
  format: (value: number) => string;
  repeats: number;
  isOver: boolean;
  isBest: boolean;
}

function FigureCell({ figure, format, repeats, isOver, isBest }: FigureCellProps) {
  const t = useStrings().compare.figures;
  if (!figure) return '–';
  return (
    <span className={classes(s.figure, isBest && s.best)}>
      {isBest && <span className="sr-only">{t.best}</span>}
      {isBest ? <b>{format(figure.median)}</b> : format(figure.median)}
      {repeats > 1 && figure.min < figure.max && <small>{t.range(format(figure.min), format(figure.max))}</small>}
      {isOver && figure.count < repeats && <small>{t.countOf(figure.count, repeats)}</small>}
    </span>
  );
}

function AgreementCell({ runId, cells }: { runId: string; cells: readonly CellHead[] }) {
  const t = useStrings().compare.figures;
  const complete = cells.filter(({ state }) => state === 'done' || state === 'done-with-warnings');
  const read = useCells(runId, complete);
  const agreement = read.length === complete.length ? agreementOf(read.map(({ text }) => text)) : null;
  return agreement ? t.agreements[agreement] : '–';
}

const reference = 'https://docs.nvidia.com/aiperf/reference/ai-perf-metrics-reference';

/** Sections of AIPerf's metrics reference, by figure; the others are counts, as the gateway reported them. */
const sections: Partial<Record<FigureName, string>> = {
  ttft: 'time-to-first-token-ttft',
  interToken: 'inter-token-latency-itl',
  interChunkP95: 'inter-chunk-latency-icl',
  rate: 'output-token-throughput-per-user',
  latency: 'request-latency',
};

/** What the times and speeds of the table mean, each linked to its definition in AIPerf's metrics reference. */
function Definitions({ names }: { names: readonly FigureName[] }) {
  const t = useStrings().compare.figures;
  return (
    <Popover
      title={t.definitions}
      trigger={<IconButton label={t.definitions} size="sm" icon={<Icon of={Info} size="s" />} />}
    >
      <dl className={s.definitions}>
        {names
          .filter((name) => sections[name] !== undefined)
          .map((name) => (
            <div key={name}>
              <dt>
                {t.names[name]}
                <Button
                  size="sm"
                  intent="quiet"
                  icon={<Icon of={ExternalLink} size="xs" />}
                  aria-label={t.definitionOf(t.names[name])}
                  onClick={() => confirmExternalLink(`${reference}#${sections[name]}`)}
                >
                  {t.aiperf}
                </Button>
              </dt>
              <dd>{t.hints[name]}</dd>
            </div>
          ))}
      </dl>
    </Popover>
  );
}
