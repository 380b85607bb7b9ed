import type { Part } from '#shared/routes/part.ts';

type SpokenType = 'text-delta' | 'reasoning-delta' | 'refusal-delta';

/** Text that arrives under keys, in pieces and then once more as a whole. */
export interface TextSlots {
  delta(key: string, text: string): Part[];
  /** The whole text of one key: what the pieces did not say is given out, a contradiction is remembered. */
  done(key: string, text: string): Part[];
  /** Everything given out, in the order in which it was. */
  readonly shown: string;
  /** Everything as the provider has it, key by key. */
  readonly whole: string;
}

/** `between` stands between the texts of two keys. */
export function createTextSlots(type: SpokenType, between: string): TextSlots {
  const slots = new Map<string, string>();
  let shown = '';
  let current: string | null = null;

  function give(key: string, text: string): Part[] {
    if (text === '') return [];
    const lead = current !== null && current !== key ? between : '';
    current = key;
    shown += lead + text;
    return [{ type, text: lead + text }];
  }

  return {
    delta(key, text) {
      slots.set(key, (slots.get(key) ?? '') + text);
      return give(key, text);
    },
    done(key, text) {
      const before = slots.get(key) ?? '';
      // A gateway that gives all messages one index ends each of them under the key of all.
      if (text === '' || before.endsWith(text)) return [];
      slots.set(key, text);
      return text.startsWith(before) ? give(key, text.slice(before.length)) : [];
    },
    get shown() {
      return shown;
    },
    get whole() {
      return [...slots.values()].filter((text) => text !== '').join(between);
    },
  };
}
