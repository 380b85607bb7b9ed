import { describeMedia } from '../media/attachment.ts';
import { composeLongText, composeReasoning, composeReply } from './composition.ts';
import { readPrompt } from './prompt-reading.ts';
import { instanceOf } from './schema-instance.ts';
import { countTokens, tokenize } from './tokens.ts';
import { chooseCalls, explainTools, replyFromTools } from './tool-calls.ts';
import { type Choice, lastUserMessage, type ModelReply, type Turn } from './turn.ts';
import { countUsage, type PromptMemory } from './usage.ts';

/** Replies to a turn: one choice for each requested, cut at stop sequences and at the token limit, and counted. */
export function replyToTurn(turn: Turn, memory: PromptMemory): ModelReply {
  const choices = Array.from({ length: turn.choices }, (_, index) =>
    limitTokens(cutAtStop(wholeChoice(turn, index), turn), turn),
  );
  return { choices, usage: countUsage(turn, choices, memory) };
}

function wholeChoice(turn: Turn, index: number): Choice {
  const silent: Choice = { reasoning: '', text: '', calls: [], refusal: '', finish: 'stop' };
  if (turn.refuses) {
    return {
      ...silent,
      refusal: "I won't answer this, because the selected scenario makes the demo gateway decline.",
      finish: 'refusal',
    };
  }
  const reasoning = turn.voice === 'reasoner' ? composeReasoning(turn) : '';
  const calls = chooseCalls(turn);
  if (calls.length > 0) return { ...silent, reasoning, calls, finish: 'tools' };
  return { ...silent, reasoning, text: textFor(turn, index) };
}

function textFor(turn: Turn, index: number): string {
  const prompt = lastUserMessage(turn);
  if (turn.format.kind === 'schema') return JSON.stringify(instanceOf(turn.format.schema, prompt.text), null, 2);
  if (turn.format.kind === 'object' || turn.voice === 'json') return JSON.stringify(promptAsObject(turn), null, 2);
  if (turn.messages.at(-1)?.role === 'tool') return replyFromTools(turn);
  if (turn.voice === 'tools') return explainTools(turn);
  if (turn.voice === 'long') return composeLongText(turn);
  if (turn.voice === 'echo') return `\`\`\`json\n${JSON.stringify(turn.request, elide, 2)}\n\`\`\``;
  const media = turn.messages.flatMap((message) => message.media);
  if (turn.voice !== 'vision' && media.length === 0) return composeReply(turn, index);
  return [describeAllMedia(turn), composeReply(turn, index)].join('\n\n');
}

function describeAllMedia(turn: Turn): string {
  const media = turn.messages.flatMap((message) => message.media);
  if (media.length === 0)
    return 'No image, audio or file came with your messages: attach one and I will say what arrived.';
  const title = media.length === 1 ? 'One attachment arrived:' : `${media.length} attachments arrived:`;
  return `${title}\n\n${media.map((item, index) => `${index + 1}. ${describeMedia(item)}`).join('\n')}`;
}

function promptAsObject(turn: Turn): unknown {
  const { text } = lastUserMessage(turn);
  const { words, subjects, sums } = readPrompt(text);
  return {
    answeredBy: 'Patchbay demo gateway',
    prompt: text,
    words,
    tokens: countTokens(text),
    subjects,
    sums,
  };
}

/** Long strings of a request, such as images in Base64, are described and not repeated. */
const elide = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 2000 ? `${value.slice(0, 60)}… (${value.length} characters)` : value;

function cutAtStop(choice: Choice, turn: Turn): Choice {
  const places = turn.stop.map((stop) => choice.text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? choice : { ...choice, text: choice.text.slice(0, Math.min(...places)) };
}

/**
 * Applies the token limit. Reasoning uses it first, so that a small limit can leave no text at all, as with real
 * reasoning models.
 */
function limitTokens(choice: Choice, turn: Turn): Choice {
  if (turn.maxTokens === null || choice.finish === 'refusal') return choice;
  let left = turn.maxTokens;
  let isCut = false;
  const spend = (text: string): string => {
    const tokens = tokenize(text);
    if (tokens.length <= left) {
      left -= tokens.length;
      return text;
    }
    const kept = tokens.slice(0, left).join('');
    left = 0;
    isCut = true;
    return kept;
  };
  const reasoning = spend(choice.reasoning);
  const text = spend(choice.text);
  const calls = choice.calls.map((call) => ({ ...call, arguments: spend(call.arguments) }));
  return isCut ? { ...choice, reasoning, text, calls, finish: 'length' } : choice;
}
