import { corpus } from '../markdown/corpus.ts';

const answers = corpus('mixed', 12_000);
const answerChars = 420;

/** The content of message number `at`: short questions, and replies of a few paragraphs, lists and code. */
export function messageText(at: number): string {
  if (at % 2 === 0) return `Question ${at}: what does a retry budget cost, and who pays for it?`;
  const from = (at * 977) % (answers.length - 2 * answerChars);
  return `Answer ${at}. ${answers.slice(from, from + answerChars)}`;
}
