/** A run of bytes of a recorded body: base64 as it stands in a JSON string, escapes included. */
export interface BodyPlace {
  offset: number;
  sizeBytes: number;
}

/** Characters of the real beginning that stay, so that its format can still be told. */
export const keptCharacters = 96;

const mark = '/patchbay/body/';
const whole = /^[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\/$/;
const anywhere = /[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\//g;

/**
 * Stands for megabytes of base64 that stay in the recorded body. It is made of signs of base64 and begins as what it stands
 * for, so that every reader of base64 takes it for what it is.
 *
 * @param start the first 96 characters of the base64.
 */
export const standIn = (start: string, { offset, sizeBytes }: BodyPlace): string =>
  `${start}${mark}${offset}/${sizeBytes}/`;

/** Where the base64 is that a text stands for; `null` when the text is the base64 itself. */
export function bodyPlaceOf(base64: string): BodyPlace | null {
  const found = base64.length > 200 ? null : whole.exec(base64);
  return found && { offset: Number(found[1]), sizeBytes: Number(found[2]) };
}

/** The same text with a note for people in the place of each stand-in. */
export const withoutStandIns = (text: string): string =>
  text.includes(mark)
    ? text.replace(
        anywhere,
        (_, offset, sizeBytes) => `[${sizeBytes} bytes of base64, from byte ${offset} of the recorded answer on]`,
      )
    : text;
