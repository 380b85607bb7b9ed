/** An expression found in a text, with its value; `null` where it has none, such as a division by zero. */
export interface Sum {
  expression: string;
  value: number | null;
}

const dates = /\b\d{1,4}([-/.])\d{1,2}\1\d{1,4}\b/g;
const candidates = /[(\d][\d\s.+\-*/^%()×·÷−]*[\d)]/g;

/** Finds the arithmetic in a text, such as `12 * (3 + 4)`, and works it out. Dates are left alone. */
export function findSums(text: string): Sum[] {
  const found = new Map<string, Sum>();
  for (const [candidate] of text.replace(dates, ' ').matchAll(candidates)) {
    const expression = candidate.trim().replaceAll(/\s+/g, ' ');
    if (!/\d[\s)]*[+\-*/^%×·÷−]/.test(expression)) continue;
    const value = evaluate(expression);
    if (value !== undefined) found.set(expression, { expression, value });
  }
  return [...found.values()].slice(0, 5);
}

/** Value of an expression with + - * / % ^ and brackets; `null` if it has none, `undefined` if it is not well formed. */
export function evaluate(expression: string): number | null | undefined {
  const symbols =
    expression
      .replaceAll(/[×·]/g, '*')
      .replaceAll('÷', '/')
      .replaceAll('−', '-')
      .match(/\d+(?:\.\d+)?|\S/g) ?? [];
  let position = 0;
  const take = (...wanted: string[]): string | undefined => {
    const symbol = symbols[position];
    if (symbol === undefined || !wanted.includes(symbol)) return undefined;
    position++;
    return symbol;
  };
  const sum = (): number => {
    let left = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-'))
      left = sign === '+' ? left + product() : left - product();
    return left;
  };
  const product = (): number => {
    let left = power();
    for (let sign = take('*', '/', '%'); sign; sign = take('*', '/', '%')) {
      const right = power();
      left = sign === '*' ? left * right : sign === '/' ? left / right : left % right;
    }
    return left;
  };
  const power = (): number => {
    const base = atom();
    return take('^') ? base ** power() : base;
  };
  const atom = (): number => {
    if (take('-')) return -power();
    if (take('(')) {
      const inner = sum();
      if (!take(')')) throw new SyntaxError('a bracket is missing');
      return inner;
    }
    const symbol = symbols[position++];
    if (symbol === undefined || !/^\d/.test(symbol)) throw new SyntaxError('a number is missing');
    return Number(symbol);
  };
  try {
    const value = sum();
    if (position < symbols.length) return undefined;
    return Number.isFinite(value) ? value : null;
  } catch {
    return undefined;
  }
}

/** A number as a reader wants it: no floating point dust. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}
