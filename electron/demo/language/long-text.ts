import { readPrompt } from './prompt-reading.ts';
import { countTokens } from './tokens.ts';
import { lastUserMessage, type Turn } from './turn.ts';

const wantedTokens = 50_000;

const sentences = [
  (topic: string, chapter: number) =>
    `Chapter ${chapter} keeps its eye on ${topic}, so that you can tell where you are while it streams past.`,
  () => 'Nothing in it is news: it exists to see how a client copes with an answer that does not seem to end.',
  (topic: string) => `If scrolling stays smooth while the word ${topic} goes by again, the client paints well.`,
  () => 'If you scroll up now, a good client leaves you there and does not pull you back to the last line.',
  () => 'Memory should grow with the text and with nothing else.',
  () => 'Stopping should work at once, and the text so far should stay.',
  (topic: string) => `Searching for ${topic} should find it in every chapter.`,
] as const;

/** About 50,000 tokens of numbered chapters with a list, a table and code now and then. */
export function composeLongText(turn: Turn): string {
  const topics = readPrompt(lastUserMessage(turn).text).topics.map((topic) => topic.word);
  const chapters = ['# A very long answer from the demo gateway'];
  let tokens = countTokens(chapters[0] ?? '');
  for (let chapter = 1; tokens < wantedTokens; chapter++) {
    const text = composeChapter(chapter, topics[chapter % Math.max(1, topics.length)] ?? 'the stream', tokens);
    tokens += countTokens(text);
    chapters.push(text);
  }
  return chapters.join('\n\n');
}

function composeChapter(chapter: number, topic: string, tokensSoFar: number): string {
  const body = sentences.map((_, index) => sentences[(index + chapter) % sentences.length]?.(topic, chapter)).join(' ');
  const parts = [`## Chapter ${chapter}: ${topic}`, `About ${tokensSoFar} tokens lie behind us. ${body}`];
  if (chapter % 4 === 0) parts.push(`- first about *${topic}*\n- then about chapter ${chapter}\n- and then onwards`);
  if (chapter % 6 === 0) parts.push(`| Chapter | Tokens before it |\n| ---: | ---: |\n| ${chapter} | ${tokensSoFar} |`);
  if (chapter % 9 === 0)
    parts.push(`\`\`\`typescript\nconst chapter = { number: ${chapter}, tokens: ${tokensSoFar} };\n\`\`\``);
  return parts.join('\n\n');
}
