import { classes } from '../../../ui/base/class-names.ts';
import { formatBytes, formatMs } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from './events-tab.module.css';
import type { EventLine } from './fold-events.ts';

/** Data hue of a kind of part; hues carry no judgement. */
const hues: Record<string, string | undefined> = {
  'text-delta': s.text,
  'reasoning-delta': s.reasoning,
  'refusal-delta': s.refusal,
  'tool-delta': s.tool,
  'tool-call': s.tool,
  'usage-report': s.usage,
  finish: s.usage,
};

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** One row: index, time, kind, what it says, size. A folded run says how many and for how long. */
export function EventLineView({ line, onUnfold }: { line: EventLine; onUnfold: () => void }) {
  const t = useStrings().wire;
  if (line.type === 'run') {
    const { first, last, count, kind, sizeBytes } = line;
    return (
      <div className={s.event}>
        <span className={s.index}>
          {first.index + 1}–{last.index + 1}
        </span>
        <span className={s.time}>{seconds(first.atMs)}</span>
        <span className={classes(s.kind, hues[kind])}>{t.times(kind, count)}</span>
        <span className="cut-text">
          {t.foldedFor(formatMs(last.atMs - first.atMs))}{' '}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: an option holds no control; Enter in the list box unfolds */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          <span className={s.unfold} onClick={onUnfold}>
            {t.unfold}
          </span>
        </span>
        <span className={s.size}>{formatBytes(sizeBytes)}</span>
      </div>
    );
  }
  const { index, atMs, kind, summary, sizeBytes } = line.row;
  return (
    <div className={classes(s.event, kind === 'malformed' && s.malformed, kind === 'end-mark' && s.end)}>
      <span className={s.index}>{index + 1}</span>
      <span className={s.time}>{seconds(atMs)}</span>
      <span className={classes(s.kind, hues[kind])}>{kind}</span>
      <span className="cut-text">{summary}</span>
      <span className={s.size}>{formatBytes(sizeBytes)}</span>
    </div>
  );
}
