/** Where a letter counts thousands, the smaller meaning is taken: what fits into it fits in any case. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  byte: 1,
  bytes: 1,
  k: 1e3,
  kb: 1e3,
  kib: 1024,
  m: 1e6,
  mb: 1e6,
  mib: 1024 ** 2,
  megabytes: 1e6,
  g: 1e9,
  gb: 1e9,
  gib: 1024 ** 3,
};

const number = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const unit = String.raw`(bytes?|kib|kb|mib|mb|megabytes|gib|gb|[kmg])\b`;

/** First fitting one wins; each captures a number and its unit. */
const patterns: readonly RegExp[] = [
  new RegExp(`${number} ?${unit}[- ](?:limit|maximum)`, 'i'),
  new RegExp(`(?:limit|maximum|max)\\b[^.\\d]{0,60}${number}(?: ?${unit})?`, 'i'),
  new RegExp(
    `(?:less than|smaller than|under|below|up to|at most|exceeds?|exceeding|larger than|bigger than|greater than|over|超过|不能大于)[^.\\d]{0,40}${number} ?${unit}`,
    'i',
  ),
];

/** Numbers without a unit are bytes only when they are as large as that. */
const leastBytes = 1000;

/** The largest size in bytes that a sentence names as a limit; `null` when it names none. */
export function largestSizeIn(sentence: string): number | null {
  for (const pattern of patterns) {
    const [, digits, word = ''] = pattern.exec(sentence) ?? [];
    if (digits === undefined) continue;
    const bytes = Math.floor(Number(digits.replaceAll(',', '')) * (units[word.toLowerCase()] ?? 1));
    if (bytes > 0 && (word !== '' || bytes >= leastBytes)) return bytes;
  }
  return null;
}
