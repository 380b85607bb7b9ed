import { findSums, type Sum } from './arithmetic.ts';
import { type Language, languageAskedFor } from './phrases.ts';

type Wish = 'greeting' | 'code' | 'table' | 'math' | 'list' | 'summary' | 'explanation' | 'question';

/** A word of the prompt that carries meaning. */
interface Topic {
  word: string;
  times: number;
  /** Place of its first use, counted in words from 1. */
  place: number;
}

/** What a program without a language model can honestly see in a prompt. */
export interface PromptReading {
  text: string;
  words: number;
  sentences: string[];
  /** Most used first, then in order of appearance; at most 8. */
  topics: Topic[];
  sums: Sum[];
  countTo: number | null;
  /** A number of items that was asked for, such as "5 tips". */
  amount: number | null;
  language: Language | null;
  codeLanguage: 'typescript' | 'python' | 'bash';
  wishes: Set<Wish>;
}

const signs: Record<Wish, RegExp> = {
  greeting: /^\s*(hi|hello|hey|good (morning|afternoon|evening)|greetings|hoi|hallo|bonjour)\b/i,
  code: /\b(code|function|script|program|snippet|implement|python|javascript|typescript|bash|curl|regex|sql)\b/i,
  table: /\b(table|tabular|compare|comparison|versus|vs)\b/i,
  math: /\b(math|maths|mathematics|formula|equation|latex|theorem|integral|derivative|entropy|probability)\b/i,
  list: /\b(list|bullets?|steps|ideas|tips|reasons|examples|options|checklist|enumerate)\b/i,
  summary: /\b(summari[sz]e|summary|tl;?dr|shorten|in short|recap)\b/i,
  explanation: /\b(explain|describe|how does|how do|what is|what are|tell me about|markdown)\b/i,
  question: /\?\s*$/m,
};

const fillers = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further get give had has have having he her here hers him his how
  i if in into is it its itself just let like make me more most my no nor not now of off on once only or other our out over
  own please same say she should show so some such tell than that the their them then there these they this those through
  to too under until up us use very want was we were what when where which while who whom why will with would write you
  your yours`.split(/\s+/),
);

/** Words that ask for a form of answer and say nothing about its subject. */
const orders = new Set(
  `answer bullets code compare comparison count describe example examples explain formula function greet hello hi list
  markdown math program script show snippet summarise summarize summary table`.split(/\s+/),
);

/** Reads a prompt: its words, its sums, and which kinds of answer it asks for. */
export function readPrompt(text: string): PromptReading {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? [];
  const countTo = /\bcount(?:ing)?\b.{0,30}?\bto\s+(\d{1,4})\b/i.exec(text);
  const amount =
    /\b(\d{1,2})\s+(?:\p{L}+\s+){0,2}?(?:items|tips|ideas|reasons|steps|examples|points|options|things)\b/iu.exec(text);
  const sums = countTo ? [] : findSums(text);
  const wishes = new Set((Object.keys(signs) as Wish[]).filter((wish) => signs[wish].test(text)));
  // "What is 2 + 2" wants a number and not a lecture, and a text to shorten may hold any words.
  if (sums.length > 0) wishes.delete('explanation');
  if (wishes.has('summary')) for (const wish of wishes) if (wish !== 'summary' && wish !== 'table') wishes.delete(wish);
  return {
    text,
    words: words.length,
    sentences: (text.match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? []).map((sentence) => sentence.trim()).filter(Boolean),
    topics: findTopics(words),
    sums,
    countTo: countTo ? Number(countTo[1]) : null,
    amount: amount ? Number(amount[1]) : null,
    language: languageAskedFor(text),
    codeLanguage: /\bpython\b/i.test(text) ? 'python' : /\b(bash|curl|shell)\b/i.test(text) ? 'bash' : 'typescript',
    wishes,
  };
}

function findTopics(words: string[]): Topic[] {
  const topics = new Map<string, Topic>();
  for (const [index, word] of words.entries()) {
    const key = word.toLowerCase();
    if (fillers.has(key) || orders.has(key) || (key.length < 3 && /^[\p{Script=Latin}\d]+$/u.test(key))) continue;
    const known = topics.get(key);
    if (known) known.times++;
    else topics.set(key, { word, times: 1, place: index + 1 });
  }
  return [...topics.values()].sort((one, other) => other.times - one.times || one.place - other.place).slice(0, 8);
}
