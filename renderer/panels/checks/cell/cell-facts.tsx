import { Activity, ArrowUpRight, Copy, RotateCw } from 'lucide-react';
import type { CheckCell, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { speaksEnglish } from '../../../lib/failures/failures.ts';
import { openRoute, panelOfRoute } from '../../../lib/gateway/patch/open-route.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { copyCurl } from '../../../lib/inspector/wire-acts.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { rerunCells } from '../acts.ts';
import { skipText, unitLabels } from '../words.ts';
import s from './cell.module.css';
import { CellPast } from './cell-past.tsx';
import { Evidence } from './evidence.tsx';

/** What was seen, the proof of it, how it was the last time, and what can be done next. */
export function CellFacts({ cell, run, runs }: { cell: CheckCell; run: CheckRun; runs: readonly CheckRunSummary[] }) {
  const { checks: t, frame, pieces } = useStrings();
  const rerun = useAction(() => rerunCells(run, [cell]));
  const { exchangeId, keyId, routeId, model } = cell;
  const panel = panelOfRoute(routeId);
  const isEnded = cell.state === 'ended';
  const uses = unitLabels(cell.units, t);
  return (
    <>
      <p className={s.sentence}>
        {isEnded ? <Seen cell={cell} /> : cell.state === 'probing' ? t.cell.probing : t.cell.waiting}
      </p>
      {exchangeId ? (
        <Evidence cell={cell} exchangeId={exchangeId} />
      ) : (
        isEnded && <p className={s.quiet}>{t.cell.notSent}</p>
      )}
      <dl className={s.facts}>
        {cell.status !== null && (
          <Fact
            label={t.cell.status}
            value={cell.verdict === 'exists' ? t.cell.asPlanned(cell.status) : `${cell.status}`}
          />
        )}
        {cell.proof && <Fact label={t.cell.proof} value={t.cell.proofs[cell.proof]} />}
        {cell.firstByteMs !== null && <Fact label={t.cell.firstByte} value={formatMs(cell.firstByteMs)} />}
        {cell.totalMs !== null && <Fact label={t.cell.total} value={formatMs(cell.totalMs)} />}
        {uses.length > 0 && <Fact label={t.cell.used} value={pieces.facts(...uses)} />}
        {isEnded && cell.action !== 'skip' && <CellPast cell={cell} run={run} runs={runs} />}
      </dl>
      <div className={s.acts}>
        {exchangeId && (
          <Button
            size="sm"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => openWireRecord(exchangeId, 'response')}
          >
            {t.cell.wire}
          </Button>
        )}
        {panel !== null && model !== null && (
          <Button
            size="sm"
            icon={<Icon of={ArrowUpRight} size="s" />}
            onClick={() => openRoute({ connectionId: run.connectionId, keyId, routeId, model })}
          >
            {t.cell.openIn(frame.panels[panel])}
          </Button>
        )}
        <Button
          size="sm"
          icon={<Icon of={RotateCw} size="s" />}
          shortcut="R"
          busy={rerun.busy}
          disabledReason={
            cell.action === 'skip' ? t.cell.leftOut : run.state === 'running' ? t.run.rerunBusy : undefined
          }
          onClick={() => void rerun.run()}
        >
          {t.cell.rerun}
        </Button>
        {exchangeId && (
          <Button size="sm" intent="quiet" icon={<Icon of={Copy} size="s" />} onClick={() => void copyCurl(exchangeId)}>
            {t.cell.curl}
          </Button>
        )}
      </div>
      {rerun.failure && <FailureCard failure={rerun.failure} />}
    </>
  );
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={s.fact}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** What was seen, in the core's words; where another language is shown, what the verdict means stands first. */
function Seen({ cell: { sentence, why, verdict } }: { cell: CheckCell }) {
  const t = useStrings().checks;
  const language = useLanguage();
  if (!sentence) return why ? skipText(why, t) : t.meanings[verdict];
  return (
    <>
      {!speaksEnglish(language, sentence) && t.meanings[verdict]} <CoreText>{sentence}</CoreText>
    </>
  );
}
