import { Activity, Square } from 'lucide-react';
import { useRef } from 'react';
import { scoreOf } from '#shared/compare/grades.ts';
import type { CellHead, CompareCell, CompareRun } from '#shared/contract/compare.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { FactsWithCost } from '../../../lib/cost/facts-with-cost.tsx';
import { countWords, mergeTexts, normalizeJson } from '../../../lib/diff/diff-text.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText, WarningText } from '../../../lib/failures/failure-text.tsx';
import { formatBytes, formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { ReplyMarkdown } from '../../../lib/replies/reply-markdown.tsx';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { type Fact, Facts } from '../../../ui/layout/facts.tsx';
import { BreakLine } from '../../../ui/text/break-line.tsx';
import { isTextLane } from '../model/comparison.ts';
import { isFailed, isOpen, type LiveReply, useCell, useSeenReply } from '../runs.ts';
import { type DiffMode, type RunAct, rerunCells, stopRun, useView } from '../store.ts';
import { LaneMedia } from './lane-media.tsx';
import s from './lanes.module.css';

interface ReplyProps {
  run: CompareRun;
  cell: CellHead;
  /** The cell that it is compared with, and its letter; `null` for none. */
  baseline?: { cell: CellHead | undefined; letter: string } | null;
  act: RunAct;
}

/** The reply of one cell: while it arrives from its exchange, then as it is stored; and how it ended. */
export function LaneReply({ run, cell, baseline = null, act }: ReplyProps) {
  const { states } = useStrings().pieces;
  const t = useStrings().compare.lane;
  const place = useRef<HTMLDivElement>(null);
  const live = useSeenReply(cell.exchangeId, place);
  const stored = useCell(run.id, cell);
  const base = useCell(run.id, baseline?.cell)?.text;
  const mode = useView(({ diffMode }) => diffMode);
  const arriving = live?.replies[0];
  const text = stored?.text ?? (arriving ? arriving.text + arriving.refusal : '');
  const reasoning = stored?.reasoning ?? arriving?.reasoning ?? '';
  const isRunning = cell.state === 'running';
  const sent = run.input.lanes.find(({ id }) => id === cell.laneId);
  const isText = sent === undefined || isTextLane(sent);
  return (
    <>
      <div ref={place} className={s.reply}>
        {reasoning && (
          <details className={s.history}>
            <summary>{t.reasoning}</summary>
            <p dir="auto">
              <OutsideText text={reasoning} />
            </p>
          </details>
        )}
        {baseline && base !== undefined && stored && text !== '' ? (
          <LaneDiff base={base} text={text} mode={mode} letter={baseline.letter} />
        ) : (
          <ReplyMarkdown text={isRunning ? text : shownAs(text)} live={isRunning} />
        )}
        {cell.files.length > 0 && <LaneMedia runId={run.id} cell={cell} />}
        {isRunning && text === '' && reasoning === '' && <Skeleton lines={[92, 78, 40]} />}
        {cell.state === 'waiting' && <p className={s.quiet}>{states.waiting}</p>}
        {cell.state === 'skipped' && <p className={s.quiet}>{t.skipped}</p>}
        {cell.state === 'paused' && <Paused resumesAt={cell.resumesAt} />}
        {!isOpen(cell) && <End run={run} cell={cell} text={text} act={act} />}
      </div>
      <footer className={s.foot}>
        {!isRunning ? <CellFacts cell={cell} /> : isText ? <LiveFacts live={live} /> : <span />}
        <span className={s.acts}>
          {isOpen(cell) ? (
            <Button
              size="sm"
              intent="quiet"
              icon={<Icon of={Square} size="xs" />}
              onClick={() => void act.run(() => stopRun(run.id, [cell.id]))}
            >
              {t.stop}
            </Button>
          ) : (
            text !== '' && <CopyReply stored={stored} text={text} />
          )}
          {cell.exchangeId && (
            <IconButton
              label={t.viewRequest}
              size="sm"
              icon={<Icon of={Activity} size="s" />}
              onClick={() => openWireRecord(cell.exchangeId, 'response')}
            />
          )}
        </span>
      </footer>
    </>
  );
}

/** Returns a reply that is JSON as a block of code, which keeps its lines. */
const shownAs = (text: string): string =>
  /^\s*[[{]/.test(text) && parseJson(text) !== undefined ? `\`\`\`json\n${text.trim()}\n\`\`\`` : text;

function CopyReply({ stored, text }: { stored: CompareCell | undefined; text: string }) {
  const t = useStrings().compare.lane;
  return <CopyButton text={stored?.text ?? text} labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }} />;
}

/** How a cell ended when it did not end normally: the text that arrived stays, and it says why there is no more. */
function End({ run, cell, text, act }: ReplyProps & { text: string }) {
  const { states } = useStrings().pieces;
  const t = useStrings().compare.lane;
  const { failure, state, warnings, exchangeId } = cell;
  const retry = { label: t.retry, onSelect: () => void act.run(() => rerunCells(run.id, [cell.id])), again: true };
  if (state === 'cancelled')
    return (
      <p className={s.ended}>
        <span className={s.quiet}>{states.cancelled}</span>
        <Button size="sm" onClick={retry.onSelect}>
          {t.retry}
        </Button>
      </p>
    );
  if (isFailed(cell) && text !== '')
    return (
      <div className={s.ended}>
        <BreakLine>{t.cut}</BreakLine>
        {failure && (
          <p>
            <FailureText failure={failure} alone />
          </p>
        )}
        <Button size="sm" onClick={retry.onSelect}>
          {t.retry}
        </Button>
      </div>
    );
  if (failure) return <FailureCard failure={failure} exchangeId={exchangeId} actions={[retry]} />;
  return (
    <>
      {text === '' && cell.files.length === 0 && state !== 'skipped' && <p className={s.quiet}>{t.empty}</p>}
      {warnings.map(({ code, message }) => (
        <Note key={`${code} ${message}`} intent="warn">
          <WarningText code={code} message={message} />
        </Note>
      ))}
    </>
  );
}

/** A rate limit of its key: the cell is sent again when it ends. */
function Paused({ resumesAt }: { resumesAt: number | null }) {
  const t = useStrings().compare.lane;
  const now = useNow(resumesAt !== null);
  return (
    <p className={s.quiet} role="status">
      {resumesAt === null ? t.rateLimited : t.resumesIn(formatMs(Math.max(0, resumesAt - now)))}
    </p>
  );
}

function LiveFacts({ live }: { live: LiveReply | null }) {
  const t = useStrings().compare.lane;
  const reply = live?.replies[0];
  const letters = reply ? reply.text.length + reply.reasoning.length + reply.refusal.length : 0;
  return <Facts line items={[{ label: t.characters, value: formatNumber(letters), order: 'value-first' }]} />;
}

/** What fits below a narrow lane; all figures are in the table. */
function CellFacts({ cell: { metrics, exchangeId, endedAt, grades, files } }: { cell: CellHead }) {
  const t = useStrings().compare.lane;
  if (!metrics || endedAt === null) return <span />;
  const { ttftMs, usage } = metrics;
  const score = scoreOf(grades);
  const items: Fact[] = [
    ...(ttftMs === null ? [] : [{ label: t.ttft, value: formatMs(ttftMs) }]),
    ...(usage?.outputTokens == null
      ? []
      : [{ label: t.tokensOut, value: formatNumber(usage.outputTokens), order: 'value-first' as const }]),
    ...(files.length === 0
      ? []
      : [{ label: t.received, value: formatBytes(metrics.receivedBytes), order: 'value-first' as const }]),
    ...(score === null ? [] : [{ label: t.judged, value: score.toFixed(1) }]),
  ];
  return <FactsWithCost facts={items} exchangeIds={[exchangeId]} />;
}

interface LaneDiffProps {
  /** The reply of the baseline. */
  base: string;
  text: string;
  mode: DiffMode;
  /** The letter of the baseline. */
  letter: string;
}

/** A reply with what differs from the baseline: added words are tinted, removed ones struck through. */
function LaneDiff({ base, text, mode, letter }: LaneDiffProps) {
  const t = useStrings().compare.diff;
  const [left, right] = mode === 'json' ? [normalizeJson(base, true), normalizeJson(text, true)] : [base, text];
  if (left === null || right === null) return <p className={s.counts}>{t.notJson}</p>;
  const pieces = mergeTexts(left, right, mode === 'words' ? 'words' : 'lines');
  const { added, removed } = countWords(pieces);
  return (
    <>
      <p className={s.counts}>{added + removed === 0 ? t.same(letter) : t.counts(letter, added, removed)}</p>
      <p className={mode === 'words' ? s.words : s.lines} dir="auto">
        {pieces.map((piece, at) =>
          piece.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <span key={at}>{piece.text}</span>
          ) : piece.kind === 'added' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <ins key={at}>{piece.text}</ins>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <del key={at}>{piece.text}</del>
          ),
        )}
      </p>
    </>
  );
}
