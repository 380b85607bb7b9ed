import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';

/** 40 characters nobody types; what a leak would reveal. */
export const randomPart = 'aZ3kQ9xLm2Pq7RtYv1Bn8Wc5Dd4Ee6Ff0GgHhJjS';
export const canaryKey = `sk-CANARY-${randomPart}`;

/** Every spelling of the canary that must never leak, with every six-character window of its random part. */
function spellings(): string[] {
  const bytes = Buffer.from(canaryKey);
  const windows = Array.from({ length: randomPart.length - 5 }, (_, at) => randomPart.slice(at, at + 6));
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, 40),
  );
  const hex = bytes.toString('hex');
  const percent = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  const escaped = [...bytes].map((byte) => `\\u00${byte.toString(16)}`).join('');
  const wide = Buffer.from(randomPart, 'utf16le').toString('latin1');
  return [...windows, ...base64, hex, hex.toUpperCase(), percent, percent.toUpperCase(), escaped, wide];
}
const forbidden = spellings();

/** Returns the spellings of the canary found in a value: its text, its JSON and its printed form. */
export function canariesIn(value: unknown): string[] {
  const texts =
    value instanceof Uint8Array
      ? [Buffer.from(value).toString('latin1')]
      : typeof value === 'string'
        ? [value]
        : [
            JSON.stringify(value) ?? '',
            inspect(value, { depth: 8, showHidden: true, maxStringLength: null, maxArrayLength: null }),
            value instanceof Error ? `${value.message} ${value.stack}` : '',
          ];
  return forbidden.filter((spelling) => texts.some((text) => text.includes(spelling)));
}
