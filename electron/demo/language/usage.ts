import { createHash } from 'node:crypto';
import { countMediaTokens } from '../media/attachment.ts';
import { countTokens } from './tokens.ts';
import type { Choice, Message, Turn, Usage } from './turn.ts';

/** The minimum length of a prefix before it counts as cached. */
const leastCachedTokens = 64;
const rememberedPrefixes = 1000;

/** Remembers prefixes of conversations, so that `cached` tokens are those which this gateway really saw before. */
export interface PromptMemory {
  /** Returns the tokens of the longest prefix that this turn shares with an earlier turn. Remembers this turn too. */
  cachedTokens(turn: Turn): number;
}

export function createPromptMemory(): PromptMemory {
  const seen = new Set<string>();
  return {
    cachedTokens(turn) {
      let prefix = JSON.stringify([turn.model, turn.system, turn.tools]);
      let tokens = countTokens(turn.system) + countToolTokens(turn);
      let cached = 0;
      for (const message of turn.messages) {
        prefix = digest(`${prefix}${message.role}${message.text}${message.media.map((media) => media.bytes?.length)}`);
        tokens += countMessageTokens(message);
        if (seen.has(prefix)) cached = tokens;
        seen.delete(prefix);
        seen.add(prefix);
      }
      for (const oldest of seen) {
        if (seen.size <= rememberedPrefixes) break;
        seen.delete(oldest);
      }
      return cached >= leastCachedTokens ? cached : 0;
    },
  };
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64');

/** Counts a turn and its reply. Every message costs 3 tokens more than its text, for its role and its delimiters. */
export function countUsage(turn: Turn, choices: Choice[], memory: PromptMemory): Usage {
  const input =
    countTokens(turn.system) +
    countToolTokens(turn) +
    turn.messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
  const reasoning = choices.reduce((sum, choice) => sum + countTokens(choice.reasoning), 0);
  const output = choices.reduce((sum, choice) => sum + countChoiceTokens(choice), 0);
  return { input, cached: Math.min(input, memory.cachedTokens(turn)), output, reasoning };
}

const countChoiceTokens = (choice: Choice): number =>
  countTokens(choice.reasoning) +
  countTokens(choice.text) +
  countTokens(choice.refusal) +
  choice.calls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.arguments), 0);

const countToolTokens = (turn: Turn): number => (turn.tools.length === 0 ? 0 : countTokens(JSON.stringify(turn.tools)));

const countMessageTokens = (message: Message): number =>
  3 +
  countTokens(message.text) +
  message.media.reduce((sum, media) => sum + countMediaTokens(media), 0) +
  message.calls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.arguments), 0);
