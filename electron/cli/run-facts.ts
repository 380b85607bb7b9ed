import type { RunEnd, Usage } from '#shared/routes/part.ts';

const stateWords: Readonly<Record<RunEnd['state'], string>> = {
  done: 'done',
  'done-with-warnings': 'done, with warnings',
  interrupted: 'interrupted',
  failed: 'failed',
  cancelled: 'stopped',
};

const duration = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`);

/** `12,345`, without waking the whole of Intl, which costs more than the rest of the line. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/** What is worth knowing of a run, on one line. Only what was measured or reported is in it. */
export function runFacts({ state, finishReason, timeline, exchangeId }: RunEnd, usage: Usage | null): string {
  const { endMs, firstTokenMs, firstByteMs, receivedBytes } = timeline;
  const { inputTokens = null, outputTokens = null, reasoningTokens = null } = usage ?? {};
  return [
    stateWords[state],
    finishReason && finishReason !== 'stop' && `finish ${finishReason}`,
    endMs !== null && duration(endMs),
    firstTokenMs !== null
      ? `first token ${duration(firstTokenMs)}`
      : firstByteMs !== null && `first byte ${duration(firstByteMs)}`,
    (inputTokens !== null || outputTokens !== null) && `tokens ${inputTokens ?? '?'} in, ${outputTokens ?? '?'} out`,
    reasoningTokens ? `${reasoningTokens} reasoning` : false,
    usage?.units?.searchUnits && counted(usage.units.searchUnits, 'search unit'),
    usage?.units?.images && counted(usage.units.images, 'picture'),
    receivedBytes > 0 && `${grouped(receivedBytes)} bytes`,
    exchangeId && `exchange ${exchangeId}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
