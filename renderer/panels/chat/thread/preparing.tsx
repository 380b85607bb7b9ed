import { deadlinesFor, routes } from '#shared/protocol/table.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Led } from '../../../ui/feedback/led.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { Answer } from '../model/answer.ts';
import type { TextRouteId } from '../model/parameters.ts';
import { Clock } from './clock.tsx';
import s from './thread.module.css';

/** Sent, and no word yet: what has happened so far, how long it took, and when it will be given up. */
export function Preparing({ answer, startedMs, routeId }: { answer: Answer; startedMs: number; routeId: TextRouteId }) {
  const words = useStrings().chat.preparing;
  const stage = answer.stage === 'sending' ? words.sending(formatBytes(answer.sentBytes)) : words[answer.stage];
  const { headersMs } = deadlinesFor(routes[routeId], true);
  return (
    <div className={s.preparing}>
      <div className={s.stage} role="status">
        <Led state="live" />
        <span>{stage}</span>
        <Clock startedMs={startedMs} />
      </div>
      <Skeleton lines={[92, 78, 40]} />
      <Progress value={null} label={stage} thin />
      <p className={s.deadline}>
        {answer.silence ? words.silent(formatMs(answer.silence.bytesMs)) : words.deadline(formatMs(headersMs))}
      </p>
    </div>
  );
}
