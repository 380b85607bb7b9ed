/** Decodes RFC 3492. Returns `null` when the text is not punycode. */
export function decodePunycode(text: string): string | null {
  const cut = text.lastIndexOf('-');
  const output = cut > 0 ? [...text.slice(0, cut)].map((letter) => letter.charCodeAt(0)) : [];
  let [code, bias, place, at] = [128, 72, 0, cut > 0 ? cut + 1 : 0];
  while (at < text.length) {
    const before = place;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === null) return null;
      place += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    bias = adapt(place - before, output.length + 1, before === 0);
    code += Math.floor(place / (output.length + 1));
    place %= output.length + 1;
    if (code > 0x10ffff) return null;
    output.splice(place++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | null {
  if (code >= 48 && code <= 57) return code - 22;
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 65 && code <= 90 ? code - 65 : null;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
