import { counted, formatCount, formatDuration, formatSize } from '#shared/format.ts';
import type { RunEnd, Usage } from '#shared/protocol/part.ts';

const stateText: Readonly<Record<RunEnd['state'], string>> = {
  done: 'done',
  'done-with-warnings': 'done, with warnings',
  interrupted: 'interrupted',
  failed: 'failed',
  cancelled: 'stopped',
};

const count = (value: number | null): string => (value === null ? '?' : formatCount(value));

/**
 * What is worth knowing of a run, on one line. Only what was measured or reported is in it.
 *
 * @param isKept the exchange can be found after the command.
 */
export function runFacts(
  { state, finishReason, timeline, exchangeId }: RunEnd,
  usage: Usage | null,
  isKept: boolean,
): string {
  const { endMs, firstTokenMs, firstByteMs, receivedBytes } = timeline;
  const { inputTokens = null, outputTokens = null, reasoningTokens = null } = usage ?? {};
  return [
    stateText[state],
    finishReason && finishReason !== 'stop' && `finish ${finishReason}`,
    endMs !== null && formatDuration(endMs),
    firstTokenMs !== null
      ? `first token ${formatDuration(firstTokenMs)}`
      : firstByteMs !== null && `first byte ${formatDuration(firstByteMs)}`,
    (inputTokens !== null || outputTokens !== null) && `tokens ${count(inputTokens)} in, ${count(outputTokens)} out`,
    reasoningTokens ? `${formatCount(reasoningTokens)} reasoning` : false,
    usage?.units?.searchUnits && counted(usage.units.searchUnits, 'search unit'),
    usage?.units?.images && counted(usage.units.images, 'image'),
    receivedBytes > 0 && formatSize(receivedBytes),
    isKept && exchangeId && `exchange ${exchangeId}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
