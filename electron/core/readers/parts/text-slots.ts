import type { Part } from '#shared/protocol/part.ts';
import { GrowingText } from '../intake/growing-text.ts';

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
  const slots = new Map<string, GrowingText>();
  const shown = new GrowingText();
  let current: string | null = null;

  function slotOf(key: string): GrowingText {
    const slot = slots.get(key) ?? new GrowingText();
    slots.set(key, slot);
    return slot;
  }

  function give(key: string, text: string): Part[] {
    if (text === '') return [];
    const lead = current !== null && current !== key ? between : '';
    current = key;
    shown.add(lead);
    shown.add(text);
    return [{ type, text: lead + text }];
  }

  return {
    delta(key, text) {
      slotOf(key).add(text);
      return give(key, text);
    },
    done(key, text) {
      const before = slotOf(key).toString();
      // A gateway that gives all messages one index ends each of them under the key of all.
      if (text === '' || before.endsWith(text)) return [];
      const whole = new GrowingText();
      whole.add(text);
      slots.set(key, whole);
      return text.startsWith(before) ? give(key, text.slice(before.length)) : [];
    },
    get shown() {
      return shown.toString();
    },
    get whole() {
      const whole = Array.from(slots.values(), String);
      return whole.filter((text) => text !== '').join(between);
    },
  };
}
