import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { KeyHeader } from '#shared/protocol/gateway-details.ts';

/** What the user pasted or typed, parsed. */
export interface Recognized {
  kind: 'nothing' | 'address' | 'key' | 'pair' | 'curl' | 'env' | 'json' | 'unknown';
  /** As written; not yet normalized. */
  address: string | null;
  secret: string | null;
  /** How the native protocol's key was given, if known. */
  nativeKeyStyle: NativeKeyStyle | null;
  /** The header that contained the key, if it is not the usual one. */
  keyHeader: KeyHeader | null;
  /** Headers that are neither the key nor the transport's own. */
  headers: [name: string, value: string][];
  model: string | null;
  name: string | null;
}

/** Characters. A longer text is not a list of connections, and is not parsed. */
export const maxPasteChars = 4_000_000;

export const nothingRecognized: Recognized = {
  kind: 'nothing',
  address: null,
  secret: null,
  nativeKeyStyle: null,
  keyHeader: null,
  headers: [],
  model: null,
  name: null,
};

/** A variable in place of a value (`$OPENAI_API_KEY`, `{{key}}`, `<your key>`, `sk-...`) is not a key. */
const isPlaceholder = (text: string): boolean =>
  text === '' || /^\$|^%.*%$|^\{\{?|^<|\.\.\.|…|^x+$|^\*+$|your[-_ ]?(api[-_ ]?)?key/i.test(text);

/** Returns a value that is a key, or `null`. */
export const secretOf = (text: string | null | undefined): string | null =>
  text && !isPlaceholder(text.trim()) ? text.trim() : null;
