import { UsageError } from '../usage-error.ts';

export type Pair = [name: string, value: string];

/** Reads `name=value`, or `Name: value` for a header. `form` shows how it should have been written. */
export function readPair(word: string, sign: '=' | ':', form: string): Pair {
  const at = word.indexOf(sign);
  if (at <= 0) throw new UsageError(`"${word}" can not be read. Write it like ${form}.`);
  const value = word.slice(at + 1);
  return [word.slice(0, at).trim(), sign === ':' ? value.trim() : value];
}
