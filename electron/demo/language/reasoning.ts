import { counted } from './counted.ts';
import { type PromptReading, readPrompt } from './prompt-reading.ts';
import { shorten } from './sections.ts';
import { countTokens } from './tokens.ts';
import { lastUserMessage, type Turn } from './turn.ts';

const stepsFor = { none: 0, minimal: 1, low: 3, medium: 5, high: 8 } as const;

/** The thoughts of the reasoning model: what the program really looks at, in order. More effort shows more of it. */
export function composeReasoning(turn: Turn): string {
  const prompt = lastUserMessage(turn).text;
  const reading = readPrompt(prompt);
  const topics = reading.topics.map((topic) => topic.word);
  const steps = [
    `The user wrote: “${shorten(prompt, 120)}”. That is ${counted(reading.words, 'word')}, or ${counted(countTokens(prompt), 'token')}.`,
    topics.length > 0
      ? `The words that matter seem to be ${topics.join(', ')}.`
      : 'It has no words about a subject, only about what to do.',
    wishOf(reading),
    reading.sums.length > 0
      ? `There is arithmetic: ${reading.sums.map((sum) => `${sum.expression} gives ${sum.value ?? 'nothing'}`).join('; ')}.`
      : 'There is no arithmetic to work out.',
    turn.system
      ? `The system prompt says “${shorten(turn.system, 80)}”. I can repeat it, not follow it.`
      : 'There is no system prompt to respect.',
    turn.messages.length > 1
      ? `The conversation has ${counted(turn.messages.length - 1, 'earlier message')}. I should show that I still have them.`
      : 'This is the first message, so I should introduce myself.',
    'I must not pretend to know facts: I am the demo gateway, and saying so is the most useful thing I can do.',
    'The plan is complete: introduce, answer in the wanted form, mention the conversation, suggest a next step.',
  ];
  return steps.slice(0, stepsFor[turn.effort]).join('\n\n');
}

function wishOf(reading: PromptReading): string {
  if (reading.countTo !== null) return `It wants me to count to ${reading.countTo}, which I can really do.`;
  if (reading.language) return `It wants an answer in ${reading.language}, which I know by heart.`;
  if (reading.wishes.size === 0) return 'It asks for no special form, so I will quote it and say what I can count.';
  return `It looks like a request for: ${[...reading.wishes].join(', ')}. I have something for each of these.`;
}
