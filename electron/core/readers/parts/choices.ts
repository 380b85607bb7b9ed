import type { Part } from '#shared/protocol/part.ts';
import { asNumber, type JsonObject } from '../intake/json-value.ts';

/** Parts of the first choice have no index. */
export const choiceField = (choice: number): { choice?: number } => (choice > 0 ? { choice } : {});

/** Choices beyond this number are ignored; the API allows 128. */
const maxChoices = 1024;

interface Choice {
  finishReason(): string | null;
  holds(): boolean;
  characters(): number;
  /** Call once: flushes what was held back. */
  end(): Part[];
}

/** Manages the choices of one response, each under the index that the gateway gives it. */
export function createChoices<C extends Choice>(open: (index: number) => C) {
  const choices = new Map<number, C>();
  const all = () => [...choices.values()];
  return {
    all,
    /** The choice that conversations continue with. */
    first: () => choices.get(0),
    /** Returns the choice of a record, `null` for an invalid index. `position`: of the record in its list. */
    of(record: JsonObject, position: number): C | null {
      const index = asNumber(record.index) ?? position;
      if (index < 0 || index >= maxChoices || !Number.isInteger(index)) return null;
      const choice = choices.get(index) ?? open(index);
      choices.set(index, choice);
      return choice;
    },
    allFinished: () => choices.size > 0 && all().every((choice) => choice.finishReason() !== null),
    end: () => ({
      parts: all().flatMap((choice) => choice.end()),
      holds: all().some((choice) => choice.holds()),
      finishReason: all()[0]?.finishReason() ?? null,
      characters: all().reduce((sum, choice) => sum + choice.characters(), 0),
    }),
  };
}
