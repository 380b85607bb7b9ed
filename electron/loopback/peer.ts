import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** One end of a connection, as Linux lists it. */
export interface Row {
  local: string;
  remote: string;
  /** Hexadecimal; `01` is an open connection. */
  state: string;
  uid: number;
}

/**
 * Tells whether the other end of a loopback connection belongs to the user who runs this program, or to root, who needs
 * no connection to read it. Another user of the same computer can reach the port and might have seen the token; this
 * stops him all the same. Linux only: elsewhere, and where the system does not say, everybody passes this check.
 */
export async function isOwnPeer(socket: Socket, own: number | undefined = process.getuid?.()): Promise<boolean> {
  const { localPort, remotePort } = socket;
  if (process.platform !== 'linux' || own === undefined) return true;
  // Gone before anybody could look.
  if (!localPort || !remotePort) return false;
  const tables = await Promise.all(['tcp', 'tcp6'].map(readTable));
  return judge(tables.flat(), localPort, remotePort, own);
}

/** @param rows both tables of the system; ports are enough, since all of this is on one address. */
export function judge(rows: readonly Row[], localPort: number, remotePort: number, own: number): boolean {
  const find = (near: number, far: number) =>
    rows.find((row) => isLoopback(row.local) && portOf(row.local) === near && portOf(row.remote) === far);
  const peer = find(remotePort, localPort);
  // A connection that its owner has closed is listed as root's.
  if (peer) return peer.uid === own || (peer.uid === 0 && peer.state === '01');
  // A table that lacks our end as well is no use; one that lacks only the other end hides it.
  return find(localPort, remotePort) === undefined;
}

/** Reads a table such as `/proc/net/tcp`; empty where there is none. */
async function readTable(name: string): Promise<Row[]> {
  const text = await readFile(`/proc/net/${name}`, 'latin1').catch(() => '');
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, , , , uid] = line.trim().split(/\s+/);
      return local && remote && state ? [{ local, remote, state, uid: Number(uid) }] : [];
    });
}

/** 127.0.0.1 as its four bytes in reverse, plain or mapped into IPv6. */
const isLoopback = (address: string) => /^(0000000000000000FFFF0000)?0100007F:/.test(address);
const portOf = (address: string) => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
