import { formatMs } from '../../../lib/i18n/format.ts';
import { useNow } from '../../../lib/page/use-now.ts';

/** Time since a moment, in whole seconds while it runs; then how long it took. */
export function Elapsed({ since, tookMs }: { since: number; tookMs: number | null }) {
  const now = useNow(tookMs === null);
  if (tookMs !== null) return <span className="num">{formatMs(tookMs)}</span>;
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <span className="num" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
