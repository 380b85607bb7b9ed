import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who owns a connection: this user, another user, or unknown. */
export type ClientAddress = 'own' | 'other' | 'unknown';

/** One end of a connection, as Linux lists it. */
export interface Row {
  local: string;
  remote: string;
  /** Hexadecimal; `01` is an open connection. */
  state: string;
  uid: number;
}

/** Rows by their pair of endpoints. */
export type Ends = ReadonlyMap<string, Row>;

/**
 * Share of the time that reading the tables may take. A page that opens several connections at once may use some of it
 * in advance, so that none of them waits.
 */
const readingShare = 0.2;
const advanceMs = 100;
const maxPauseMs = 500;
const nobody = '00000000:0000';

/**
 * Creates the check that the other end of a loopback connection belongs to the user who runs this program, or to
 * root, which needs no connection to read the data. Another user of the same computer can reach the port and might
 * have seen the token. One read of the system's tables serves all connections waiting for it, so a flood of them
 * costs little. Linux only: elsewhere, and where the tables do not even list our own port, every client passes.
 *
 * @param read returns the text of a table such as `/proc/net/tcp`; empty where the system has none.
 */
export function createClientCheck(own = ownUser(), read: (name: string) => Promise<string> = readTable) {
  let next: Promise<Ends> | null = null;
  let free: Promise<unknown> = Promise.resolve();
  const waiting: string[] = [];
  const pauseAfter = createReadingBudget();

  /** Each table takes milliseconds, and the second one is rarely needed: clients of 127.0.0.1 are in the first. */
  const readEnds = async (port: number, wanted: readonly string[]): Promise<Ends> => {
    const ends = endsOf(rowsOf(await read('tcp'), port));
    if (wanted.every((pair) => ends.has(pair))) return ends;
    return new Map([...ends, ...endsOf(rowsOf(await read('tcp6'), port))]);
  };

  /** Reads the tables again after this call: a read in progress may already have passed the position of a new row. */
  const readAgain = (port: number, wanted: string): Promise<Ends> => {
    waiting.push(wanted);
    next ??= free.then(() => {
      next = null;
      const began = performance.now();
      const reading = readEnds(port, waiting.splice(0));
      const rest = async () => {
        const pauseMs = pauseAfter(performance.now() - began);
        if (pauseMs > 0) await sleep(pauseMs);
      };
      free = reading.then(rest, rest);
      return reading;
    });
    return next;
  };

  return async ({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>): Promise<ClientAddress> => {
    if (own === null) return 'own';
    // Closed before it could be looked up.
    if (!localPort || !remotePort) return 'unknown';
    return readAgain(localPort, pairOf(remotePort, localPort)).then(
      (ends) => judge(ends, localPort, remotePort, own),
      () => 'unknown',
    );
  };
}

/** Returns a function that takes the duration of a read and returns the pause after it, both in milliseconds. */
export function createReadingBudget(now: () => number = () => performance.now()): (readMs: number) => number {
  let creditMs = advanceMs;
  let creditAt = now();
  return (readMs) => {
    creditMs = Math.min(advanceMs, creditMs + readingShare * (now() - creditAt)) - readMs;
    creditAt = now();
    return Math.min(maxPauseMs, Math.max(0, -creditMs / readingShare));
  };
}

/**
 * Decides who owns a connection.
 *
 * @param own user of this program.
 */
export function judge(ends: Ends, localPort: number, remotePort: number, own: number): ClientAddress {
  const near = addressOf(localPort);
  const client = ends.get(pairOf(remotePort, localPort));
  // Linux lists a connection that its owner has closed as root's.
  if (client) return client.uid === own || (client.uid === 0 && client.state === '01') ? 'own' : 'other';
  // A table that lacks both our end and our listening port is useless; one that lacks only the other end hides it.
  return ends.has(pairOf(localPort, remotePort)) || ends.has(`${near} ${nobody}`) ? 'unknown' : 'own';
}

export const endsOf = (rows: readonly Row[]): Ends =>
  new Map(rows.map((row) => [`${plain(row.local)} ${plain(row.remote)}`, row]));

/** Returns the rows that have one end at a port. */
function rowsOf(table: string, port: number): Row[] {
  const mark = `:${hexOf(port)} `;
  return table
    .split('\n')
    .filter((line) => line.includes(mark))
    .flatMap((line) => {
      const [, local, remote, state, , , , uid] = line.trim().split(/\s+/);
      return local && remote && state ? [{ local, remote, state, uid: Number(uid) }] : [];
    });
}

/**
 * A system without IPv6 has no `tcp6`. Any other error is thrown: running out of descriptors must not bypass this
 * check.
 */
const readTable = (name: string): Promise<string> =>
  readFile(`/proc/net/${name}`, 'latin1').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '';
    throw thrown;
  });

const ownUser = (): number | null => (process.platform === 'linux' ? (process.getuid?.() ?? null) : null);

const hexOf = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
/** 127.0.0.1 as its four bytes in reverse order. */
const addressOf = (port: number) => `0100007F:${hexOf(port)}`;
const pairOf = (from: number, to: number) => `${addressOf(from)} ${addressOf(to)}`;
/** Returns an IPv4 address mapped into IPv6 as plain IPv4. */
const plain = (address: string) => address.replace(/^0000000000000000FFFF0000(?=.{8}:)/, '');
