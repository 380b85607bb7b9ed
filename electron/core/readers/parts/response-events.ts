import type { Part } from '#shared/protocol/part.ts';
import type { JsonObject } from '../intake/json-value.ts';
import { words } from '../intake/json-value.ts';

type ReadEvent = (event: JsonObject) => Part[];

/** Returns the letters of an event type without its prefix: `response.output-text.delta` is `outputtextdelta`. */
const lettersOf = (type: string): string =>
  type
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^response/, '');

/** Last events, and the state they imply when the document inside names none. */
const terminals: ReadonlyMap<string, string> = new Map([
  ['completed', 'completed'],
  ['done', 'completed'],
  ['incomplete', 'incomplete'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
]);

const isOfResponse = (type: string): boolean => /^response[^a-z]/i.test(type);

/** Returns the state that an event implies when it is the last one of a response, else `null`. */
export const impliedState = (type: string): string | null =>
  isOfResponse(type) ? (terminals.get(lettersOf(type)) ?? null) : null;

/** Progress of a response: nothing in it is content. */
const progress: ReadonlySet<string> = new Set(words(`created inprogress queued contentpartadded outputitemadded`));

/** What reads one event. `isOdd`: its type is spelled in another way than the protocol does. */
export interface EventReading {
  parts: Part[];
  isOdd: boolean;
}

/**
 * Finds what reads an event by its type: as the protocol spells it, or with other separators or without its prefix. An
 * unknown delta is read by the words in its type.
 */
export function createEventTable(rows: readonly (readonly [type: string, read: ReadEvent])[]) {
  const exact = new Map(rows);
  const byLetters = new Map(rows.map(([type, read]) => [lettersOf(type), read]));
  const text = exact.get('response.output_text.delta');
  const thought = exact.get('response.reasoning_text.delta');

  function guess(letters: string): ReadEvent | undefined {
    if (!letters.endsWith('delta')) return undefined;
    if (/reason|think|thought/.test(letters)) return thought;
    return /^(?:output)?(?:text|message|content|contentpart)delta$/.test(letters) ? text : undefined;
  }

  return (type: string, event: JsonObject): EventReading | null => {
    const known = exact.get(type);
    if (known) return { parts: known(event), isOdd: false };
    const letters = lettersOf(type);
    const read = byLetters.get(letters) ?? guess(letters);
    if (read) return { parts: read(event), isOdd: true };
    return isOfResponse(type) || progress.has(letters) ? { parts: [], isOdd: false } : null;
  };
}
