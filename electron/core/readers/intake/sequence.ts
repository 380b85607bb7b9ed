const remembered = 512;
const longData = 1024;

/** Identifies data without keeping large events: by their length and two 32-bit hashes of every character. */
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
 * Detects repeated events and missing numbers by sequence numbers, of which the protocol says that each is given once.
 * They are trusted only while they behave so: some gateways number every event 0, and there two equal events are two
 * events. An SSE id says nothing of the kind: it is where a reader would go on after a reconnection, and there is none.
 */
export function createSequence() {
  const seen = new Map<number, string>();
  let believed = true;
  let previous: number | null = null;
  let lost = 0;
  let repeated = 0;
  return {
    /** True when exactly the same event was seen before. */
    isRepeat(number: number, data: string): boolean {
      if (!believed) return false;
      const before = seen.get(number);
      const print = printOf(data);
      if (before !== undefined) {
        if (before !== print) believed = false;
        // One single number proves nothing yet: it may be the number of every event.
        if (before !== print || seen.size === 1) return false;
        repeated += 1;
        return true;
      }
      seen.set(number, print);
      if (seen.size > remembered) seen.delete(seen.keys().next().value!);
      if (previous !== null && number > previous + 1) lost += number - previous - 1;
      if (previous !== null && number < previous) believed = false;
      previous = number;
      return false;
    },
    /** Gaps between numbered events so far. */
    lost: () => (believed ? lost : 0),
    repeated: () => repeated,
  };
}
