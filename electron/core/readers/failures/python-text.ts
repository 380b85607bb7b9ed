const literals: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

/** A string, a name, a number or a sign of a Python value. Tuples become lists. */
const token =
  /\s+|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(None|True|False)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}[\]:,()])/gy;

const signs: Readonly<Record<string, string>> = { '(': '[', ')': ']' };

function stringOf(content: string): string {
  const text = content
    .replace(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  return JSON.stringify(text);
}

/**
 * Returns a Python value as JSON text: servers write `str(errors)` into their messages, as in `[{'loc': ('body', 'n'),
 * 'msg': 'Field required'}]`. `null` for anything else.
 */
export function jsonFromPython(text: string): string | null {
  const pieces: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return null;
    const [, single, double, literal, number, sign] = found;
    // Python allows a comma before a closing bracket, and writes it in tuples of one.
    if (sign !== undefined && /[)\]}]/.test(sign) && pieces.at(-1) === ',') pieces.pop();
    const string = single ?? double;
    const piece =
      string !== undefined
        ? stringOf(string)
        : literal !== undefined
          ? literals.get(literal)
          : (number ?? signs[sign!] ?? sign);
    if (piece !== undefined) pieces.push(piece);
  }
  return pieces.join('');
}
