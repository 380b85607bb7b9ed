import type { Generation } from './generation.ts';

/** A text that an earlier version edited on the legacy route `/v1/edits`. It is a document of this panel. */
export interface TextEdit {
  /** The text as it was sent, and what was to be done with it. */
  input: string;
  instruction: string;
  /** The text of each choice of the response. */
  results: string[];
}

/** Its request and its calls as they are stored; the rest is as in any generation. */
interface StoredTextEdit {
  order: { routeId: string; input?: unknown; prompt: string };
  calls: readonly { texts?: unknown }[];
}

/** Returns the text edit that a stored document is; `null` for one of images. */
export function textEditOf(generation: Generation): TextEdit | null {
  const { order, calls } = generation as StoredTextEdit;
  if (order.routeId !== 'edits') return null;
  return {
    input: typeof order.input === 'string' ? order.input : '',
    instruction: order.prompt,
    results: calls.flatMap(({ texts }) =>
      Array.isArray(texts) ? texts.filter((text): text is string => typeof text === 'string' && text !== '') : [],
    ),
  };
}
