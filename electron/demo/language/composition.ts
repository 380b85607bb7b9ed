import { cannedAnswer } from './canned.ts';
import { type Chance, chanceFrom } from './chance.ts';
import { codeSection } from './code-section.ts';
import { counted } from './counted.ts';
import { paragraphIn } from './phrases.ts';
import { type PromptReading, readPrompt } from './prompt-reading.ts';
import {
  conversationSection,
  countingSection,
  explanationSection,
  greetingSection,
  listSection,
  mathSection,
  shorten,
  summarySection,
  sumsSection,
  tableSection,
} from './sections.ts';
import { countTokens } from './tokens.ts';
import { lastUserMessage, type Turn } from './turn.ts';

/**
 * The chance that varies the wording of one choice. Temperature 0 always words alike; otherwise the prompt, the seed and
 * the choice decide, so that the same request always gives the same answer.
 */
function chanceFor(turn: Turn, choice: number): Chance {
  const varied = turn.temperature === 0 ? '' : `${turn.seed ?? ''}/${turn.temperature ?? 1}/${choice}`;
  return chanceFrom(`${lastUserMessage(turn).text}/${varied}`);
}

/** Puts an answer together from the words of the prompt: honest about what it is, and worth looking at as Markdown. */
export function composeAnswer(turn: Turn, choice: number): string {
  const prompt = lastUserMessage(turn).text;
  const reading = readPrompt(prompt);
  const chance = chanceFor(turn, choice);
  if (turn.language) return paragraphIn(turn.language);
  const canned = cannedAnswer(prompt);
  if (canned) return canned.text;
  if (reading.language) return paragraphIn(reading.language);
  const sections = askedSections(turn, reading, chance);
  const body = sections.length > 0 ? sections : plainSections(reading, chance);
  const opening = isGreeting(reading) ? '' : introduction(turn, chance);
  return [opening, ...body, conversationSection(turn), closing(reading, chance)].filter(Boolean).join('\n\n');
}

/** A greeting at the head of a real question is not worth an answer of its own. */
const isGreeting = (reading: PromptReading): boolean => reading.wishes.has('greeting') && reading.words < 6;

function askedSections(turn: Turn, reading: PromptReading, chance: Chance): string[] {
  const { wishes } = reading;
  const hasTopics = reading.topics.length > 0;
  const sections: (string | false)[] = [
    isGreeting(reading) && greetingSection(chance),
    reading.countTo !== null && countingSection(reading.countTo),
    reading.sums.length > 0 && sumsSection(reading),
    wishes.has('summary') && summarySection(reading, earlierSentences(turn)),
    wishes.has('explanation') && explanationSection(turn, reading),
    wishes.has('list') && hasTopics && listSection(reading, chance),
    wishes.has('table') && hasTopics && tableSection(reading),
    wishes.has('code') && codeSection(reading),
    wishes.has('math') && mathSection(reading),
  ];
  return sections.filter((section) => section !== false);
}

const earlierSentences = (turn: Turn): string[] =>
  turn.messages.slice(0, -1).flatMap((message) => readPrompt(message.text).sentences);

function plainSections(reading: PromptReading, chance: Chance): string[] {
  if (reading.words === 0) return ['Your message has no words in it, so there is nothing to reflect on yet.'];
  const quote = `> ${shorten(reading.text, 280)}`;
  const noticed = [
    `- It has **${counted(reading.words, 'word')}** in ${counted(reading.sentences.length, 'sentence')}: ${counted(countTokens(reading.text), 'token')}.`,
    reading.topics.length > 0 &&
      `- The words that carry it: ${reading.topics.map((topic) => `*${topic.word}*`).join(', ')}.`,
    reading.wishes.has('question') &&
      '- It ends with a question mark. The demo knows no facts, so it will not make an answer up.',
  ].filter((line) => line !== false);
  return [
    chance.pick(['You wrote:', 'Your message:', 'This reached me:']),
    quote,
    chance.pick(['What I see in it:', 'What a program can tell about it:', 'Counted and sorted:']),
    noticed.join('\n'),
  ];
}

function introduction(turn: Turn, chance: Chance): string {
  if (turn.messages.filter((message) => message.role === 'user').length > 1) {
    return chance.pick(['Still the demo gateway here.', 'The demo gateway again.', 'Back at the demo gateway.']);
  }
  return chance.pick([
    'This is the **demo gateway**: no language model, only a small program that answers with your own words.',
    'The **demo gateway** answers here. It has no language model; it reads your words and arranges them.',
    'You have reached the **demo gateway**, a program on your own machine that works without a language model.',
  ]);
}

function closing(reading: PromptReading, chance: Chance): string {
  const topic = reading.topics[0]?.word;
  if (topic === undefined) return '';
  const ideas = chance.pick(['a table about', 'some code about', 'a list about', 'a formula for']);
  return chance.pick([
    `Ask for ${ideas} *${topic}* and I will show another kind of answer.`,
    `Next, you could ask me for ${ideas} *${topic}*.`,
    `Curious? Try “${ideas} ${topic}”.`,
  ]);
}
