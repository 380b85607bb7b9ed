import { formatBytes, formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Progress } from '../../../ui/feedback/progress.tsx';
import type { AudioCall } from '../model/audio-document.ts';
import { sendingPace } from '../model/fold-call.ts';
import s from './listen.module.css';

/** Where a request is before its first word: bytes, rate and time to go while it is sent, and the wait after that. */
export function CallProgress({ call }: { call: AudioCall | null }) {
  const t = useStrings().audio.run;
  const now = useNow(true);
  if (!call) return null;
  const { sending, stage } = call;
  if (sending?.totalBytes && sending.sentBytes < sending.totalBytes) {
    const pace = sendingPace(sending);
    const share = sending.sentBytes / sending.totalBytes;
    return (
      <div className={s.pad}>
        <p className={s.progressLine} role="status">
          <span>{t.sending(formatBytes(sending.sentBytes), formatBytes(sending.totalBytes))}</span>
          {pace && <span className="num">{t.pace(formatBytes(pace.rate), formatMs(pace.seconds * 1000))}</span>}
        </p>
        <Progress value={share} label={formatPercent(share)} />
      </div>
    );
  }
  return (
    <div className={s.pad}>
      <p className={s.progressLine} role="status">
        <span>{t.stages[stage ?? 'preparing']}</span>
      </p>
      <p className={s.quiet} aria-hidden="true">
        {call.startedAt > 0 && formatMs(Math.max(0, now - call.startedAt))}
      </p>
      <Progress value={null} label={t.stages[stage ?? 'preparing']} thin />
    </div>
  );
}
