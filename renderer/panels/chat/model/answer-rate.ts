import type { Answer } from './answer.ts';

/** Returns output tokens per second between the first token and the end; `null` where the gateway reported no count. */
export function tokensPerSecond(answer: Answer): number | null {
  const { usage, timeline } = answer;
  if (!usage?.outputTokens || timeline?.firstTokenMs == null || timeline.endMs == null) return null;
  const seconds = (timeline.endMs - timeline.firstTokenMs) / 1000;
  return seconds > 0.02 ? usage.outputTokens / seconds : null;
}
