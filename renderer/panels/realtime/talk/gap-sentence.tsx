import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Gap } from '../model/session-view.ts';

/** What was lost while there was no connection, in sentences. */
export function GapSentence({ gap }: { gap: Gap }) {
  const t = useStrings().realtime.conversation;
  const { fromMs, toMs, why, replayed, droppedAudioMs, cutAnswer: cutResponse } = gap;
  return (
    <>
      <b>
        {toMs === null ? t.gapOpen(formatMs(fromMs)) : t.gap(formatMs(toMs - fromMs), formatMs(fromMs), formatMs(toMs))}
      </b>{' '}
      {why} {cutResponse && `${t.cutAnswer} `}
      {droppedAudioMs > 0 && `${t.dropped(formatMs(droppedAudioMs))} `}
      {toMs !== null && (replayed === 'text' ? t.replayed : t.notReplayed)}
    </>
  );
}
