import type http from 'node:http';
import type net from 'node:net';
import type { Clock } from '../ports.ts';
import { Agent } from './node-http.ts';
import { type Destination, type Opening, openSocket } from './open-socket.ts';

/**
 * A connection that was idle longer than this is not reused: servers and proxies close idle connections without notice,
 * and a request written into one that is just being closed may or may not have been processed. The shortest limit in
 * use is two seconds, that of gunicorn.
 */
const maxIdleMs = 1_500;

type CreateConnection = http.Agent['createConnection'];
type Given = Parameters<CreateConnection>[0] & { opening?: Opening };

/** Manages the pooled connections to one destination. Node's agent pools them; opening one is ours. */
class DestinationAgent extends Agent {
  readonly #to: Destination;
  readonly #clock: Clock;
  readonly #idleSince = new WeakMap<net.Socket, number>();

  constructor(to: Destination, clock: Clock, keepAlive = true) {
    super({ keepAlive, maxFreeSockets: 8, timeout: maxIdleMs });
    this.#to = to;
    this.#clock = clock;
    this.on('free', (socket: net.Socket) => this.#idleSince.set(socket, clock.monotonic()));
  }

  override createConnection(given: Given, take: Parameters<CreateConnection>[1]): undefined {
    // Every request of this pool passes its `opening`.
    const opening = given.opening as Opening;
    const refuse = take as ((error: Error) => void) | undefined;
    openSocket(this.#to, opening).then(
      (socket) => take?.(null, socket),
      (thrown: unknown) => refuse?.(thrown instanceof Error ? thrown : new Error('aborted')),
    );
  }

  /** Closes connections that have been idle for `limitMs` or longer. Timers alone could be late. */
  dropIdle(limitMs: number): void {
    const now = this.#clock.monotonic();
    for (const socket of Object.values(this.freeSockets).flat())
      if (socket && (socket.readableEnded || now - (this.#idleSince.get(socket) ?? now) >= limitMs)) socket.destroy();
  }
}

const nameOf = (to: Destination): string =>
  JSON.stringify([to.host, to.address, to.port, to.secure, to.proxy?.identity, to.extraCa]);

/** A pool of connections, one agent per destination. */
export class SocketPool {
  readonly #clock: Clock;
  readonly #agents = new Map<string, DestinationAgent>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tells whether the pool has a connection to this destination that a request could reuse. */
  hasIdle(to: Destination): boolean {
    return Object.values(this.#agents.get(nameOf(to))?.freeSockets ?? {}).some((sockets) => sockets?.length);
  }

  /** Returns the agent for one request. `fresh` makes sure that it opens a new connection. */
  agentFor(to: Destination, fresh: boolean): http.Agent {
    const name = nameOf(to);
    let agent = this.#agents.get(name);
    if (!agent) {
      agent = new DestinationAgent(to, this.#clock);
      this.#agents.set(name, agent);
    }
    agent.dropIdle(fresh ? 0 : maxIdleMs);
    return agent;
  }

  /** Returns an agent for one request: its connection is closed when the response has ended. */
  ownAgent(to: Destination): http.Agent {
    const name = `own ${nameOf(to)}`;
    const agent = this.#agents.get(name) ?? new DestinationAgent(to, this.#clock, false);
    this.#agents.set(name, agent);
    return agent;
  }

  /** Number of open connections, in use or idle. */
  get openSockets(): number {
    const lists = [...this.#agents.values()].flatMap((agent) => [agent.sockets, agent.freeSockets]);
    return lists.flatMap((list) => Object.values(list).flat()).filter((socket) => socket && !socket.destroyed).length;
  }

  /** Closes everything, also connections in use. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }
}
