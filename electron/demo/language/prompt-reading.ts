/** An expression in a text, with its value; `null` where it has none, such as a division by zero. */
export interface Sum {
  expression: string;
  value: number | null;
}

const dates = /\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b/g;
const candidates = /[(\d][\d\s.+\-*/^%()×·÷−]*/g;
const afterLast = /(?<=[\d)])[^\d)]+$/;

/** Finds the arithmetic in a text, such as `12 * (3 + 4)`, and evaluates it. Dates are ignored. */
export function findSums(text: string): Sum[] {
  const found = new Map<string, Sum>();
  for (const [candidate] of text.replace(dates, ' ').matchAll(candidates)) {
    const expression = candidate.replace(afterLast, '').replaceAll(/\s+/g, ' ');
    if (!/\d[\s)]*[+\-*/^%×·÷−]/.test(expression)) continue;
    const value = evaluate(expression);
    if (value !== undefined) found.set(expression, { expression, value });
  }
  return [...found.values()].slice(0, 5);
}

type Operator = readonly [precedence: number, apply: (left: number, right: number) => number];

const operators: Readonly<Record<string, Operator>> = {
  '+': [1, (left, right) => left + right],
  '-': [1, (left, right) => left - right],
  '−': [1, (left, right) => left - right],
  '*': [2, (left, right) => left * right],
  '×': [2, (left, right) => left * right],
  '·': [2, (left, right) => left * right],
  '/': [2, (left, right) => left / right],
  '÷': [2, (left, right) => left / right],
  '%': [2, (left, right) => left % right],
  '^': [4, (left, right) => left ** right],
};

/** Evaluates an expression with + - * / % ^ and brackets; `null` if it has no value, `undefined` if it is malformed. */
export function evaluate(expression: string): number | null | undefined {
  // Read from its end: taking the first of a long list moves all others.
  const symbols = (expression.match(/\d+(?:\.\d+)?|\S/g) ?? []).reverse();
  const operand = (): number => {
    const symbol = symbols.pop() ?? '';
    // Negation binds tighter than a product, and less tightly than a power.
    if (symbol === '-') return -climb(3);
    if (symbol !== '(') return /^\d/.test(symbol) ? Number(symbol) : fail();
    const inner = climb(1);
    return symbols.pop() === ')' ? inner : fail();
  };
  const climb = (least: number): number => {
    let left = operand();
    for (;;) {
      const [precedence, apply] = operators[symbols.at(-1) ?? ''] ?? [0, fail];
      if (precedence < least) return left;
      symbols.pop();
      // A power is right-associative: 2 ^ 3 ^ 2 is 2 ^ 9.
      left = apply(left, climb(precedence === 4 ? 4 : precedence + 1));
    }
  };
  try {
    const value = climb(1);
    return symbols.length > 0 ? undefined : Number.isFinite(value) ? value : null;
  } catch {
    return undefined;
  }
}

function fail(): never {
  throw new SyntaxError('not an expression');
}

/** Formats a number for a reader, without floating-point noise. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** What a program without a language model can recognize in a prompt. */
export interface PromptReading {
  words: number;
  /** Its longer words, each once, in order. */
  subjects: string[];
  sums: Sum[];
  countTo: number | null;
  requestsChinese: boolean;
  isGreeting: boolean;
}

const fillers = new Set(
  'about after also because before between count example explain from have hello into list make more please should some table than that them then there these they this what when where which while with would write your'.split(
    ' ',
  ),
);

/** Reads a prompt: its words, its sums, and which kind of reply it requests. */
export function readPrompt(text: string): PromptReading {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? [];
  const countTo = /\bcount(?:ing)?\b.{0,30}?\bto\s+(\d{1,4})\b/i.exec(text);
  const isSubject = (word: string) =>
    !fillers.has(word.toLowerCase()) && (word.length > 3 || !/^[\p{Script=Latin}\d]+$/u.test(word));
  return {
    words: words.length,
    subjects: [...new Set(words.filter(isSubject))].slice(0, 8),
    sums: countTo ? [] : findSums(text),
    countTo: countTo ? Number(countTo[1]) : null,
    requestsChinese: /\bchinese\b|\p{Script=Han}{2}/iu.test(text),
    isGreeting: /^\s*(hi|hello|hey|good (morning|afternoon|evening)|greetings|hoi|hallo|bonjour)\b/i.test(text),
  };
}
