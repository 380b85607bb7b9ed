import dns from 'node:dns';

type Found = (thrown: Error | null, found?: unknown, family?: number) => void;

/** The DNS result for a name: an address of this computer, or the code of its failure. */
export type NameAnswer = '127.0.0.1' | 'ENOTFOUND' | 'EAI_AGAIN';

/**
 * Resolves one name in place of the DNS server, which no test can reach. `node:net` calls the same function for every
 * connection to a name.
 *
 * @returns a function that changes the result; with `null` the DNS server is used again, as before.
 */
export function answerForName(name: string, first: NameAnswer): (answer: NameAnswer | null) => void {
  const ask = dns.lookup;
  let now: NameAnswer = first;
  const lookup = (host: string, options: { all?: boolean }, found: Found) => {
    if (host !== name) return (ask as (...given: unknown[]) => unknown)(host, options, found);
    if (now !== '127.0.0.1') {
      const thrown = Object.assign(new Error(`getaddrinfo ${now} ${host}`), { code: now, syscall: 'getaddrinfo' });
      return process.nextTick(found, thrown);
    }
    return options.all
      ? process.nextTick(found, null, [{ address: now, family: 4 }])
      : process.nextTick(found, null, now, 4);
  };
  Object.assign(dns, { lookup });
  return (answer) => {
    if (answer === null) Object.assign(dns, { lookup: ask });
    else now = answer;
  };
}
