import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Figure } from '../../../ui/layout/figure.tsx';
import { useSessionView } from '../live-session.ts';
import { latencyFigures, measuredTurns } from '../model/latency-figures.ts';
import type { LiveSession } from '../model/session-view.ts';
import s from './measure.module.css';

/** The latency of the last turn as one large number, its percentiles over the turns of the same kind, and the tokens. */
export function SessionFigures({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.measure;
  const latencies = useSessionView(session, (view) => view.latencies);
  const turns = measuredTurns(latencies);
  const last = turns.at(-1);
  const figures = last && latencyFigures(turns).find(({ kind }) => kind === last.kind);
  return (
    <div className={s.line}>
      <TokenCount session={session} />
      {last && figures && (
        <div className={s.latency}>
          <Figure>{formatMs(last.ms)}</Figure>
          <div className={s.captions}>
            <span>{t.kinds[last.kind]}</span>
            <span className="num">
              {figures.count === 1
                ? t.firstTurn
                : t.percentiles(formatMs(figures.p50), formatMs(figures.p95), formatNumber(figures.count))}
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

/** What the gateway counted; a response that it ended without a usage is named, not estimated. */
function TokenCount({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.measure;
  const { input, output, replies, unreported } = useSessionView(session, (view) => view.usage);
  if (replies === 0) return null;
  return (
    <div className={s.tokens}>
      <span className="num">
        {unreported === replies ? t.noUsage : t.tokens(formatNumber(input), formatNumber(output))}
      </span>
      {unreported > 0 && unreported < replies && <span>{t.unreported(unreported, replies)}</span>}
    </div>
  );
}
