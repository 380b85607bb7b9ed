/** What is allowed, as a gateway's sentence lists it. */
const listed: readonly RegExp[] = [
  /(?:supported|allowed|valid|permitted|accepted|acceptable|possible|available) (?:values|formats|types|options|sizes|file formats|file types|mime ?types|voices|choices)(?: (?:are|is|include))?:?/i,
  /(?:is not|isn't|not) one of(?: the following)?:?/i,
  /(?:must|should|has to|needs to) be (?:one of|either|in)(?: the following(?: [a-z]+)?)?:?/i,
  /(?:expected|use|choose) one of(?: the following(?: [a-z]+)?)?:?/i,
  /of one (?:of )?the following [a-z]+:?/i,
  /one of the following(?: [a-z]+)?:?/i,
  /input should be/i,
  /\bsupported:/i,
  /\ballowed:/i,
  /取值(?:范围)?(?:为|：|:)/,
  /(?:支持|可选)(?:的)?(?:格式|值|类型|尺寸)(?:为|有|包括|：|:)/,
];

const oneAllowed: readonly RegExp[] = [
  /only the default \(?['"`]?([^'"`)]{1,60})['"`]?\)?(?: value)? is (?:supported|allowed)/i,
  /only (?:supports?|accepts?|allows?) (?:[\w.]+ ?= ?)?['"`]?([\w.+/:-]{1,60})['"`]?/i,
];

const use = /\buse ((?:['"`][^'"`]{1,60}['"`](?:, | or |, or )?)+) instead/i;

/** In quotes, with what may stand between two of them. */
const quotedItem = /['"`‘“]([^'"`’”]{1,100})['"`’”]/y;
const betweenQuoted = /(?:\s|,|;|\||\/|\bor\b|\band\b|或|和|、)+/y;
const betweenPlain = /\s*[,;|、或和]\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/y;
const plainItem = /[\p{L}\p{N}][\p{L}\p{N}.+/:_-]*(?<![.:])/uy;

const maxItems = 100;

/** Numbers between which a value must lie. */
const bounds: readonly (readonly [sign: string, pattern: RegExp])[] = [
  [
    '<=',
    /(?:<=|≤|less than or equal to|at most|no more than|not exceed|maximum(?: value)?(?: of| is)|with maximum length|up to) ?(-?\d[\d,]*(?:\.\d+)?)/i,
  ],
  [
    '>=',
    /(?:>=|≥|greater than or equal to|at least|no less than|minimum(?: value)?(?: of| is)|with minimum length) ?(-?\d[\d,]*(?:\.\d+)?)/i,
  ],
];
const range = /(?:between|range(?: of)?|in) \[?(-?\d+(?:\.\d+)?) ?(?:and|to|,|-) ?(-?\d+(?:\.\d+)?)\]?/i;

/**
 * The values that a sentence says would do, such as `alloy` and `echo`, or the bounds `>= 0` and `<= 2`; empty when it
 * names none. Lists come with quotes, in brackets, or as plain words with commas.
 */
export function allowedIn(sentence: string): string[] {
  for (const pattern of listed) {
    const found = pattern.exec(sentence);
    const items = found ? itemsAt(sentence, found.index + found[0].length) : [];
    if (items.length > 0) return items;
  }
  const instead = use.exec(sentence)?.[1];
  if (instead) return [...instead.matchAll(/['"`]([^'"`]{1,60})['"`]/g)].map(([, item]) => item as string);
  for (const pattern of oneAllowed) {
    const item = pattern.exec(sentence)?.[1]?.replace(/[.,;]$/, '');
    if (item) return [item];
  }
  const within = range.exec(sentence);
  if (within) return [`>= ${within[1]}`, `<= ${within[2]}`];
  return bounds.flatMap(([sign, pattern]) => {
    const number = pattern.exec(sentence)?.[1]?.replaceAll(',', '');
    return number === undefined ? [] : `${sign} ${number}`;
  });
}

/** The items of a list that begins at a place of a sentence. */
function itemsAt(sentence: string, start: number): string[] {
  let at = start;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(sentence);
    if (found) at = pattern.lastIndex;
    return found ? (found[1] ?? found[0]) : null;
  };
  take(/[\s:：([{]*/y);
  const items: string[] = [];
  const isQuoted = /['"`‘“]/.test(sentence.charAt(at));
  while (items.length < maxItems) {
    const item = take(isQuoted ? quotedItem : plainItem);
    if (item === null) break;
    items.push(item);
    if (take(isQuoted ? betweenQuoted : betweenPlain) === null) break;
  }
  // One plain word may be the beginning of a sentence and no list.
  return isQuoted || items.length > 1 ? [...new Set(items)] : [];
}
