import type { NativeKeyStyle } from '#shared/contract/connections.ts';

/** What a person pasted or typed, taken apart. */
export interface Recognised {
  kind: 'nothing' | 'address' | 'key' | 'pair' | 'curl' | 'env' | 'json' | 'unknown';
  /** As written; not yet normalised. */
  address: string | null;
  secret: string | null;
  /** How the native protocol's key was given, when that was seen. */
  nativeKeyStyle: NativeKeyStyle | null;
  /** Headers that are neither the key nor the transport's own. */
  headers: [name: string, value: string][];
  model: string | null;
  name: string | null;
}

/** Characters. A longer text is no list of connections, and is not looked at. */
export const longestPaste = 4_000_000;

export const nothingRecognised: Recognised = {
  kind: 'nothing',
  address: null,
  secret: null,
  nativeKeyStyle: null,
  headers: [],
  model: null,
  name: null,
};

/** A variable in place of a value (`$OPENAI_API_KEY`, `{{key}}`, `<your key>`, `sk-...`) is no key. */
const isPlaceholder = (text: string): boolean =>
  text === '' || /^\$|^%.*%$|^\{\{?|^<|\.\.\.|…|^x+$|^\*+$|your[-_ ]?(api[-_ ]?)?key/i.test(text);

/** A value that stands for a key, or `null`. */
export const secretOf = (text: string | null | undefined): string | null =>
  text && !isPlaceholder(text.trim()) ? text.trim() : null;
