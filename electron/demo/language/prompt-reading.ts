import { findSums, type Sum } from './arithmetic.ts';

type Spec = 'greeting' | 'code' | 'table' | 'list' | 'question';

/** A meaningful word of the prompt. */
interface Topic {
  word: string;
  times: number;
  /** Position of its first use, counted in words from 1. */
  place: number;
}

/** What a program without a language model can recognize in a prompt. */
export interface PromptReading {
  text: string;
  words: number;
  sentences: number;
  /** Most frequent first, then in order of appearance; at most 8. */
  topics: Topic[];
  sums: Sum[];
  countTo: number | null;
  requestsChinese: boolean;
  requests: Set<Spec>;
}

const signs: Record<Spec, RegExp> = {
  greeting: /^\s*(hi|hello|hey|good (morning|afternoon|evening)|greetings|hoi|hallo|bonjour)\b/i,
  code: /\b(code|function|script|program|snippet|implement|python|javascript|typescript|bash|curl|regex|sql)\b/i,
  table: /\b(table|tabular|compare|comparison|versus|vs)\b/i,
  list: /\b(list|bullets?|steps|ideas|tips|reasons|examples|options|checklist|enumerate)\b/i,
  question: /\?\s*$/m,
};

/** Words that say nothing about the subject of a prompt. */
const fillers = new Set(
  `a about after all also an and any are as at be because been before between both but by can could did do does each few
  for from get give had has have he her him his how i if in into is it its just let like make me more most my no not now
  of off on one only or other our out over please say she should show so some such tell than that the their them then
  there these they this those to too under until up us use very want was we were what when where which while who why will
  with would write you your answer bullets code compare count describe example examples explain formula function greet
  hello hi list markdown math program script snippet summarize summary table`.split(/\s+/),
);

/** Reads a prompt: its words, its sums, and which kinds of reply it requests. */
export function readPrompt(text: string): PromptReading {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? [];
  const countTo = /\bcount(?:ing)?\b.{0,30}?\bto\s+(\d{1,4})\b/i.exec(text);
  return {
    text,
    words: words.length,
    // Split first: one pattern for a whole sentence takes quadratic time on a text without letters.
    sentences: text.split(/[.!?。！？\n]/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length,
    topics: findTopics(words),
    sums: countTo ? [] : findSums(text),
    countTo: countTo ? Number(countTo[1]) : null,
    requestsChinese: /\bchinese\b|\p{Script=Han}{2}/iu.test(text),
    requests: new Set((Object.keys(signs) as Spec[]).filter((spec) => signs[spec].test(text))),
  };
}

function findTopics(words: string[]): Topic[] {
  const topics = new Map<string, Topic>();
  for (const [index, word] of words.entries()) {
    const key = word.toLowerCase();
    if (fillers.has(key) || (key.length < 3 && /^[\p{Script=Latin}\d]+$/u.test(key))) continue;
    const known = topics.get(key);
    if (known) known.times++;
    else topics.set(key, { word, times: 1, place: index + 1 });
  }
  return [...topics.values()].sort((one, other) => other.times - one.times || one.place - other.place).slice(0, 8);
}
