import { counted } from '#shared/format.ts';
import { describeMedia } from '../media/attachment.ts';
import { cannedReply } from './canned.ts';
import { chanceFrom } from './chance.ts';
import { formatNumber, type PromptReading, readPrompt } from './prompt-reading.ts';
import { instanceOf } from './schema-instance.ts';
import { countTokens, shorten, tokenize } from './tokens.ts';
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

/** A fixed paragraph, since the demo cannot translate. It contains characters of two, three and four bytes. */
const chineseParagraph =
  '你好！这里是 Patchbay 的演示网关。这里没有运行语言模型：这段文字是预先准备好的，像真实的回答一样逐个 token 发送。这样可以确认多字节字符（例如「网关」、「回答」和 €）完整无损地到达。🏮';

/**
 * Returns a prepared reply, or one that repeats the prompt. Temperature 0 always gives the same wording; otherwise the
 * prompt, the seed and `choice` decide, so that the same request always gets the same reply.
 */
export function composeReply(turn: Turn, choice: number): string {
  const prompt = lastUserMessage(turn).text;
  const { words, sums, countTo, requestsChinese } = readPrompt(prompt);
  const canned = cannedReply(prompt);
  if (turn.inChinese || (!canned && requestsChinese)) return chineseParagraph;
  if (canned) return canned.text;
  const seed = turn.temperature === 0 ? '' : `${turn.seed ?? ''}/${turn.temperature ?? 1}/${choice}`;
  const opening = chanceFrom(`${prompt}/${seed}`).pick([
    'This is the **demo gateway**: not a language model, only a small program that repeats your words.',
    'The **demo gateway** replies here. It has no language model, and knows only prepared replies.',
    'You have reached the **demo gateway**, a program on your own computer that works without a language model.',
  ]);
  const computed = [
    ...(countTo === null
      ? []
      : [`Counting to ${countTo}:`, Array.from({ length: countTo }, (_, at) => at + 1).join(', ')]),
    ...(sums.length === 0 ? [] : [sums.map(describeSum).join('\n')]),
  ];
  const plain = [
    `> ${shorten(prompt, 280)}`,
    `Your message has **${counted(words, 'word')}**: ${counted(countTokens(prompt), 'token')}.`,
    suggestions,
  ];
  const body = computed.length > 0 ? computed : words === 0 ? ['Your message has no words in it.'] : plain;
  return [opening, ...body, conversationSection(turn)].filter(Boolean).join('\n\n');
}

const describeSum = ({ expression, value }: PromptReading['sums'][number]): string =>
  value === null ? `- \`${expression}\` has no value.` : `- \`${expression}\` is **${formatNumber(value)}**.`;

const suggestions = `Try one of these:

- *Write a function that counts words*
- *Compare apples and pears in a table*
- *What is 12 * (3 + 4)?*
- *Count to 30*
- *Greet me in Chinese*`;

/** Lists the received conversation, so that a missing turn is immediately visible. */
function conversationSection(turn: Turn): string {
  const asked = turn.messages.filter((message) => message.role === 'user');
  const lines: string[] = [];
  if (turn.system)
    lines.push(
      `- The system prompt has ${counted(countTokens(turn.system), 'token')} and begins: “${shorten(turn.system, 80)}”`,
    );
  if (asked[0] && asked.length > 1)
    lines.push(`- This is message ${asked.length} from you. The first one was: “${shorten(asked[0].text, 80)}”`);
  return lines.length === 0 ? '' : `The conversation so far:\n\n${lines.join('\n')}`;
}

const reasoningSteps = { none: 0, minimal: 1, low: 2, medium: 4, high: 6 } as const;

/** Composes the reasoning of `demo-reasoner`: what the program really examines. More effort shows more steps. */
function composeReasoning(turn: Turn): string {
  const prompt = lastUserMessage(turn).text;
  const { words, subjects, sums } = readPrompt(prompt);
  const steps = [
    `The user wrote: “${shorten(prompt, 120)}”. That is ${counted(words, 'word')}, or ${counted(countTokens(prompt), 'token')}.`,
    subjects.length > 0 ? `It is about: ${subjects.join(', ')}.` : 'It names no subject.',
    cannedReply(prompt) ? 'There is a prepared reply to it.' : 'There is no prepared reply to it.',
    sums.length > 0
      ? `It contains arithmetic: ${sums.map(({ expression, value }) => `${expression} = ${value ?? 'undefined'}`).join('; ')}.`
      : 'It contains no arithmetic.',
    turn.system ? `The system prompt says “${shorten(turn.system, 80)}”.` : 'There is no system prompt.',
    'I must not pretend to know facts: I am the demo gateway. Now I write the reply.',
  ];
  return steps.slice(0, reasoningSteps[turn.effort]).join('\n\n');
}

const longTokens = 50_000;

/** Returns about 50,000 tokens of numbered chapters with occasional lists, tables and code. */
function composeLongText(turn: Turn): string {
  const { subjects } = readPrompt(lastUserMessage(turn).text);
  const chapters = ['# A very long answer from the demo gateway'];
  for (let chapter = 1, tokens = 0; tokens < longTokens; chapter++) {
    const subject = subjects[chapter % Math.max(1, subjects.length)] ?? 'the stream';
    const text = [
      `## Chapter ${chapter}: ${subject}\n\nAbout ${tokens} tokens came before this chapter. It shows how a client copes with a reply that does not seem to end.`,
      `If scrolling stays smooth while the word ${subject} passes again, the client renders well. If you scroll up now, a good client leaves you there and does not pull you back to the last line. Memory should grow with the text and with nothing else. Stop should work immediately, and the text so far should stay. Searching for ${subject} should find it in every chapter.`,
      ...(chapter % 4 === 0 ? [`- first about *${subject}*\n- then about chapter ${chapter}`] : []),
      ...(chapter % 6 === 0 ? [`| Chapter | Tokens before it |\n| ---: | ---: |\n| ${chapter} | ${tokens} |`] : []),
      ...(chapter % 9 === 0 ? [`\`\`\`typescript\nconst chapter = ${chapter};\n\`\`\``] : []),
    ].join('\n\n');
    tokens += countTokens(text);
    chapters.push(text);
  }
  return chapters.join('\n\n');
}
