// The names that people and models write, each with its character; any other name stays as it was written.
const names =
  'amp & lt < gt > quot " apos \' nbsp \u00a0 ensp \u2002 emsp \u2003 thinsp \u2009 zwj \u200d zwnj \u200c ' +
  'shy \u00ad copy © reg ® trade ™ deg ° micro µ para ¶ sect § middot · bull • hellip … ndash – mdash — ' +
  'lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » times × divide ÷ plusmn ± minus − ne ≠ le ≤ ge ≥ asymp ≈ ' +
  'infin ∞ radic √ sum ∑ larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ euro € pound £ yen ¥ cent ¢ frac12 ½ ' +
  'frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ alpha α beta β gamma γ delta δ lambda λ mu μ pi π sigma σ omega ω';
const words = names.split(' ');
const named = new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])));

/**
 * Replaces character references by their characters; nothing here can become markup, since no HTML is ever produced.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
