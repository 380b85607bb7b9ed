import { formatNumber } from './arithmetic.ts';
import type { Chance } from './chance.ts';
import { counted } from './counted.ts';
import type { PromptReading } from './prompt-reading.ts';
import { countTokens } from './tokens.ts';
import type { Turn } from './turn.ts';

/** A text shortened to about `length` characters, at a word, on one line. */
export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/\s+\S*$/, '')} …`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

export function countingSection(countTo: number): string {
  const numbers = Array.from({ length: countTo }, (_, index) => String(index + 1));
  return `Counting to ${countTo}:\n\n${numbers.join(', ')}`;
}

export function sumsSection(reading: PromptReading): string {
  const lines = reading.sums.map(({ expression, value }) => {
    const formula = expression
      .replaceAll(/ ?[*×·] ?/g, ' \\times ')
      .replaceAll(/ ?% ?/g, ' \\bmod ')
      .replaceAll(/\^ ?(\d+(?:\.\d+)?)/g, '^{$1}');
    return value === null
      ? `- \`${expression}\` has no value: it divides by zero or grows beyond all numbers.`
      : `- $${formula} = ${formatNumber(value)}$, so \`${expression}\` is **${formatNumber(value)}**.`;
  });
  return `I worked this out with a small calculator, not with a model:\n\n${lines.join('\n')}`;
}

const orderToSummarize = /^(please\s+)?(summari[sz]e|shorten|recap|tl;?dr)\b[^:]{0,40}:\s*/i;

/** An extract: the sentences with the most topic words, in their own order. It never invents a word. */
export function summarySection(reading: PromptReading, earlier: string[]): string {
  const own = reading.sentences.map((sentence) => sentence.replace(orderToSummarize, '')).filter(Boolean);
  const sentences = own.length > 2 ? own : [...earlier, ...own];
  const topics = reading.topics.map((topic) => topic.word.toLowerCase());
  const scored = sentences.map((sentence, index) => ({
    sentence,
    index,
    score: topics.filter((topic) => sentence.toLowerCase().includes(topic)).length,
  }));
  const best = scored
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, 3)
    .toSorted((one, other) => one.index - other.index);
  return [
    `## Summary by extraction\n\nThe ${best.length} most telling of ${counted(sentences.length, 'sentence')}, unchanged:`,
    best.map(({ sentence }) => `> ${shorten(sentence, 240)}`).join('\n>\n'),
  ].join('\n\n');
}

export function tableSection(reading: PromptReading): string {
  const rows = reading.topics.map(
    ({ word, times, place }) => `| ${cell(word)} | ${[...word].length} | ${times} | ${place} | ${countTokens(word)} |`,
  );
  return [
    '## Your words in a table',
    ['| Word | Letters | Times | First place | Tokens |', '| :--- | ---: | ---: | ---: | ---: |', ...rows].join('\n'),
  ].join('\n\n');
}

export function listSection(reading: PromptReading, chance: Chance): string {
  const remark = chance.pick([
    'deserves a sentence of its own',
    'is worth a closer look',
    'could be the start of a second question',
    'carries much of the meaning here',
  ]);
  const items = reading.topics.slice(0, reading.amount ?? 6).map(({ word, times, place }, index) => {
    const often = times === 1 ? 'once' : `${times} times`;
    return `${index + 1}. **${word}** appears ${often}, first as word ${place}${index === 0 ? `; it ${remark}` : ''}.`;
  });
  return `## A list from your words\n\n${items.join('\n')}`;
}

/** Shannon entropy of the letters of the prompt: a real number that belongs to a real formula. */
export function mathSection(reading: PromptReading): string {
  const letters = [...reading.text.toLowerCase()].filter((letter) => /\p{L}/u.test(letter));
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / letters.length) * Math.log2(count / letters.length);
  return [
    '## A formula with your numbers',
    'The entropy of the letters that you typed says how evenly they are spread:',
    '$$\nH = -\\sum_{i=1}^{n} p_i \\log_2 p_i\n$$',
    `Your message has $N = ${letters.length}$ letters of $n = ${counts.size}$ kinds, which gives $H \\approx ${entropy.toFixed(3)}$ bits a letter. The most that $n$ kinds allow is $\\log_2 n \\approx ${Math.log2(Math.max(1, counts.size)).toFixed(3)}$.`,
  ].join('\n\n');
}

export function explanationSection(turn: Turn, reading: PromptReading): string {
  return [
    '## What happened to your message',
    [
      `1. Your client sent \`${turn.request.method} ${turn.request.path}\` with the model \`${turn.model}\`.`,
      '2. The gateway checked the key, looked the model up and read the body.',
      `3. A tokenizer cut your ${counted(reading.words, 'word')} into **${counted(countTokens(reading.text), 'token')}**.`,
      '4. This text was put together and leaves at the pace that you set, one token at a time.',
      '5. The last bytes say why the answer ended and what it would have cost.',
    ].join('\n'),
    'A client should believe the *reason for the end*, not the end of the bytes: a stream can stop at any point.',
  ].join('\n\n');
}

export function greetingSection(chance: Chance): string {
  return [
    chance.pick(['Hello! 👋', 'Hi there! 👋', 'Good to see you! 👋']),
    'You are talking to the **demo gateway of Patchbay**. It runs on your own machine and needs no account. Try one of these:',
    [
      '- *Write a Python function that counts words*',
      '- *Compare apples and pears in a table*',
      '- *What is 12 * (3 + 4)?*',
      '- *Explain entropy with a formula*',
      '- *Count to 30*',
      '- *Greet me in Dutch*',
    ].join('\n'),
  ].join('\n\n');
}

/** What the gateway remembers of the conversation, so that a missing turn is seen at once. */
export function conversationSection(turn: Turn): string {
  const asked = turn.messages.filter((message) => message.role === 'user');
  const lines: string[] = [];
  if (turn.system) {
    lines.push(
      `- The system prompt has ${counted(countTokens(turn.system), 'token')} and begins: “${shorten(turn.system, 80)}”`,
    );
  }
  const first = asked[0];
  if (first && asked.length > 1) {
    lines.push(`- This is message ${asked.length} from you. The first one was: “${shorten(first.text, 80)}”`);
    const previous = asked.at(-2);
    if (previous && asked.length > 2) lines.push(`- Just before this one: “${shorten(previous.text, 80)}”`);
  }
  return lines.length === 0 ? '' : `What I have of our conversation:\n\n${lines.join('\n')}`;
}
