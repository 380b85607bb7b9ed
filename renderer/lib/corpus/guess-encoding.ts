/** Encodings that the user can choose, as the labels of `TextDecoder`. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes by which an encoding is guessed. */
const sampleBytes = 64 * 1024;

/** Returns the encoding that a byte order mark states; `null` without one. */
export function statedEncoding([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/** Decodes bytes strictly; `null` where they are not text in this encoding. */
export function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/**
 * Guesses the encoding of text that is not UTF-8 and states none. It is a guess: most bytes mean something in several
 * encodings, so the user sees the text before it is used. `null` for bytes that look like no text at all.
 */
export function guessEncoding(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, sampleBytes);
  const wide = guessWide(sample);
  if (wide) return wide;
  // The bytes of an image or an archive soon contain what no text does in an encoding that keeps ASCII.
  if (sample.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return null;
  // Letters with accents are single high bytes between others; whole words of them are another script.
  if (shareInRuns(sample) < 0.3) return 'windows-1252';
  const scored = scripts.map(({ encoding, usual, strange }) => {
    const letters = [...new TextDecoder(encoding).decode(sample)].filter((letter) => letter > '\u007F');
    const count = (pattern: RegExp) => letters.filter((letter) => pattern.test(letter)).length;
    const score = count(usual) - 4 * count(/\uFFFD/u) - (strange ? count(strange) : 0);
    return { encoding, score: letters.length === 0 ? 0 : score / letters.length };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0.15 ? best.encoding : 'windows-1252';
}

/** Returns the share of the bytes beyond ASCII that are in runs of three or more. */
function shareInRuns(sample: Uint8Array): number {
  let [high, inRuns, run] = [0, 0, 0];
  for (const byte of [...sample, 0]) {
    if (byte >= 0x80) {
      run += 1;
      continue;
    }
    high += run;
    if (run >= 3) inRuns += run;
    run = 0;
  }
  return high === 0 ? 0 : inRuns / high;
}

/** Text of Western letters in UTF-16 has a zero in every other byte. */
function guessWide(sample: Uint8Array): Encoding | null {
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const half = sample.length / 2;
  if (half < 1) return null;
  const [even, odd] = [zeros[0] / half, zeros[1] / half];
  if (odd > 0.6 && even < 0.02) return 'utf-16le';
  return even > 0.6 && odd < 0.02 ? 'utf-16be' : null;
}

/**
 * The letters that text in an encoding has most, by which it is told from others that accept the same bytes, and those
 * that it hardly ever has.
 */
const scripts: readonly { encoding: Encoding; usual: RegExp; strange?: RegExp }[] = [
  { encoding: 'shift_jis', usual: /[\u3041-\u30FF]/u },
  {
    encoding: 'euc-kr',
    usual: /[이다는을의에가고하지도로한은를서기사리니자으나시어일아그인대부정스라요해보원수구제면]/u,
  },
  {
    encoding: 'gb18030',
    usual:
      /[的一是不了在有人我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知样现分将外但身些与高意进把法此实回]/u,
  },
  {
    encoding: 'big5',
    usual:
      /[的一是不了在有人我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知樣現分將外但身些與高意進把法此實回]/u,
  },
  { encoding: 'windows-1251', usual: /[а-яё]/u, strange: /[^\u0410-\u044FЁё«»—–№…“”„]/u },
];
