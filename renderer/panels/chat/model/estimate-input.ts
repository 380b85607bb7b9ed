import { estimateTokens, tokenCorrection, tokensPerMessage } from '#shared/cost/estimate-tokens.ts';
import { turnsInContext } from './context.ts';
import { type Conversation, sendsTools, type Turn } from './conversation.ts';

/** Turns are replaced and never mutated, so each is counted once. */
const counted = new WeakMap<Turn, number>();

function tokensOf(turn: Turn): number {
  const known = counted.get(turn);
  if (known !== undefined) return known;
  const tokens = textsOf(turn).reduce((sum, text) => sum + estimateTokens(text), tokensPerMessage);
  counted.set(turn, tokens);
  return tokens;
}

function textsOf(turn: Turn): string[] {
  switch (turn.role) {
    case 'user':
      return [turn.text, ...turn.attachments.flatMap(({ text }) => text ?? [])];
    case 'tool':
      return turn.outputs.map(({ output }) => output);
    case 'assistant':
      return [turn.answer.text, ...turn.answer.calls.map((call) => `${call.name}${call.arguments}`)];
  }
}

/** Attachments that are not sent as text, and images of replies. */
const hasFiles = (turn: Turn, sendsImages: boolean): boolean =>
  (turn.role === 'user' && turn.attachments.some(({ text }) => text === null)) ||
  (sendsImages && turn.role === 'assistant' && turn.answer.images.length > 0);

export interface InputEstimate {
  tokens: number;
  /** Some attachments are not counted: what they add depends on the model. */
  isWithoutFiles: boolean;
}

/**
 * Estimates the input tokens of a request with these turns. What the gateway counted for the newest reply of the same
 * model corrects the estimate.
 */
export function estimateInput(conversation: Conversation, given: readonly Turn[]): InputEstimate {
  const { override, system, tools, schema, model, sendsImages = true } = conversation;
  const turns = turnsInContext(given);
  const isWithoutFiles = turns.some((turn) => hasFiles(turn, sendsImages));
  if (override !== null) return { tokens: estimateTokens(override), isWithoutFiles };
  const base =
    (system === '' ? 0 : estimateTokens(system) + tokensPerMessage) +
    (sendsTools(conversation) ? estimateTokens(JSON.stringify(tools)) : 0) +
    (schema.on ? estimateTokens(schema.text) : 0);
  const estimateOf = (some: readonly Turn[]) => some.reduce((sum, turn) => sum + tokensOf(turn), base);
  const at = turns.findLastIndex((turn) => turn.role === 'assistant' && turn.model === model && turn.answer.usage);
  const reply = turns[at];
  const before = turns.slice(0, Math.max(0, at));
  const isComparable = reply?.role === 'assistant' && !before.some((turn) => hasFiles(turn, sendsImages));
  const correction = isComparable ? tokenCorrection(reply.answer.usage?.inputTokens, estimateOf(before)) : 1;
  return { tokens: estimateOf(turns) * correction, isWithoutFiles };
}
