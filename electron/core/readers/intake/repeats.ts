/** What the numbering of a stream says about one event. */
export interface Repeats {
  /** True when the very same event was seen before. */
  isRepeat(key: number | string, data: string): boolean;
  /** Events that were missing between numbered ones so far. */
  readonly lost: number;
  readonly repeated: number;
}

const remembered = 512;
const longData = 1024;

/** Tells data apart without holding on to large events: their length and two 32-bit hashes of every character. */
function printOf(data: string): string {
  if (data.length <= longData) return data;
  let first = 0x811c9dc5;
  let second = 0;
  for (let at = 0; at < data.length; at += 1) {
    const code = data.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = (Math.imul(second, 31) + code) | 0;
  }
  return `${data.length}/${first}/${second}`;
}

/**
 * Finds events that came twice and numbers that are missing, by the sequence number or the id of each event. Both are
 * believed only while they behave as such: some gateways number every event 0 or give all of them the id of the answer,
 * and there two equal events are two events.
 */
export function createRepeats(): Repeats {
  const seen = new Map<number | string, string>();
  let believed = true;
  let previous: number | null = null;
  let lost = 0;
  let repeated = 0;
  return {
    isRepeat(key, data) {
      if (!believed) return false;
      const before = seen.get(key);
      const print = printOf(data);
      if (before !== undefined) {
        if (before !== print) believed = false;
        // One single number proves nothing yet: it may be the number of every event.
        if (before !== print || seen.size === 1) return false;
        repeated += 1;
        return true;
      }
      seen.set(key, print);
      if (seen.size > remembered) seen.delete(seen.keys().next().value!);
      if (typeof key === 'number') {
        if (previous !== null && key > previous + 1) lost += key - previous - 1;
        if (previous !== null && key < previous) believed = false;
        previous = key;
      }
      return false;
    },
    get lost() {
      return believed ? lost : 0;
    },
    get repeated() {
      return repeated;
    },
  };
}
