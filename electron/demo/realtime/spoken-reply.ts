import { counted } from '#shared/format.ts';
import { formatNumber } from '../language/arithmetic.ts';
import { cannedReply } from '../language/canned.ts';
import { readPrompt } from '../language/prompt-reading.ts';
import { replyToTurn } from '../language/speak.ts';
import { chooseCalls, replyFromTools } from '../language/tool-calls.ts';
import { lastUserMessage, type ToolCall, type Turn } from '../language/turn.ts';
import type { PromptMemory } from '../language/usage.ts';
import { requestsTool } from './conversation.ts';

/** The demo's reply to a turn, and its usage. */
export interface Reply {
  text: string;
  calls: ToolCall[];
  inputTokens: number;
  outputTokens: number;
}

/** Replies to a turn: in writing as fully as the text routes do, in speech in a few sentences. */
export function replyTo(turn: Turn, output: 'audio' | 'text', memory: PromptMemory): Reply {
  const asked: Turn = requestsTool(turn) ? { ...turn, voice: 'tools' } : turn;
  const { choices, usage } = replyToTurn(asked, memory);
  const [choice] = choices;
  const used = { inputTokens: usage.input, outputTokens: usage.output };
  const calls = chooseCalls(asked);
  if (calls.length > 0) return { text: '', calls, ...used };
  return { text: output === 'text' ? (choice?.text ?? '') : spoken(turn), calls: [], ...used };
}

/** Returns a few sentences without any unpronounceable characters. */
function spoken(turn: Turn): string {
  if (turn.messages.at(-1)?.role === 'tool')
    return plain(replyFromTools(turn).split('\n\n').slice(1).join('. ')).slice(0, 240) || 'The tool returned nothing.';
  const { text, words, sums, requests } = readPrompt(lastUserMessage(turn).text);
  if (words === 0) return 'I heard audio, but no words that I know.';
  const canned = cannedReply(text);
  if (canned) return canned.spoken;
  const [sum] = sums;
  if (sum && sum.value !== undefined && sum.value !== null) return `That makes ${formatNumber(sum.value)}.`;
  const greeting = requests.has('greeting') ? 'Hello! This is the demo gateway. ' : '';
  const transcription = plain(text).split(/\s+/);
  const quote = transcription
    .slice(0, 12)
    .join(' ')
    .replace(/[.,;:!?]+$/, '');
  return `${greeting}I heard you say: ${quote}${transcription.length > 12 ? ' and more' : ''}. That is ${counted(words, 'word')}.`;
}

const plain = (text: string): string =>
  text
    .replaceAll(/[*_`#>|[\]{}"“”]/g, ' ')
    .replaceAll(/\s*:?-{2,}:?\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
