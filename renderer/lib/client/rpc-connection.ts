import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { tooManyWindows } from '#shared/rpc/greeting.ts';
import type { Transport } from '#shared/rpc/transport.ts';

/**
 * `connecting`: not open yet. `lost`: it was open and is being reopened. `full`: the host has as many windows as it
 * serves; retried until one is closed. `refused`: the host rejected the token, retrying is useless. `ended`: nothing
 * responds any more; only the user starts another attempt.
 */
type RpcConnectionStatus = 'connecting' | 'open' | 'lost' | 'full' | 'refused' | 'ended';

export interface RpcConnectionState {
  status: RpcConnectionStatus;
  /** Attempts since the connection was last open. */
  attempt: number;
  /** Why the last attempt failed. */
  failure: Failure | null;
}

export interface RpcConnection<C> {
  state: StoreApi<RpcConnectionState>;
  start(): void;
  /** Starts another round of attempts after `ended`. */
  retry(): void;
  /** Returns the client of the open connection; waits while it is being opened, rejects when nothing will respond. */
  ready(signal?: AbortSignal): Promise<C>;
}

/**
 * Delays before each attempt, in milliseconds: capped, and few enough that a dead program is reported within half a
 * minute.
 */
const reconnectDelays: readonly number[] = [0, 300, 600, 1200, 2500, 5000, 5000, 5000, 5000];

/** Between two attempts at a host that is full, in milliseconds. */
const fullDelay = 3000;

/**
 * Keeps one connection to the core open. A lost connection is reopened after the given delays; when they are used up,
 * or the host refuses the token, it stops for good instead of retrying forever.
 */
export function createRpcConnection<C>(
  open: () => Promise<Transport>,
  use: (transport: Transport) => C,
  delays: readonly number[] = reconnectDelays,
  whenFull = fullDelay,
): RpcConnection<C> {
  const state = createStore<RpcConnectionState>(() => ({ status: 'connecting', attempt: 0, failure: null }));
  let client: C | undefined;
  let running = false;

  const reconnect = async () => {
    if (running) return;
    running = true;
    let delay = delays[0];
    for (let attempt = 1; delay !== undefined; attempt += 1) {
      const waitMs = delay;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      state.setState({ attempt });
      try {
        const transport = await open();
        client = use(transport);
        running = false;
        state.setState({ status: 'open', attempt: 0, failure: null });
        transport.onClose(() => {
          client = undefined;
          state.setState({ status: 'lost' });
          void reconnect();
        });
        return;
      } catch (thrown) {
        const reason = AppError.from(thrown);
        state.setState({ failure: reason });
        if (reason.code === 'auth') return settle('refused');
        if (reason !== tooManyWindows) {
          delay = delays[attempt];
          continue;
        }
        // A host that responds has not ended: its next silence is counted from zero.
        attempt = 0;
        delay = whenFull;
        state.setState({ status: 'full' });
      }
    }
    settle('ended');
  };
  const settle = (status: 'refused' | 'ended') => {
    running = false;
    state.setState({ status });
  };

  return {
    state,
    start: () => void reconnect(),
    retry() {
      if (state.getState().status !== 'ended') return;
      state.setState({ status: 'lost', attempt: 0 });
      void reconnect();
    },
    ready: (signal) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const { status } = state.getState();
          if (client) resolve(client);
          else if (status === 'refused' || status === 'ended') reject(new AppError(gone));
          else if (signal?.aborted) reject(new AppError(aborted));
          else return;
          leave();
        };
        const leave = () => {
          unsubscribe();
          signal?.removeEventListener('abort', look);
        };
        const unsubscribe = state.subscribe(look);
        signal?.addEventListener('abort', look);
        look();
      }),
  };
}

// Not `connection-lost`: followers retry after that one, and here nothing will respond.
const gone = failure('app-ended', 'Patchbay has quit.', {
  hint: 'Start Patchbay again and open the new link it prints. Your input stays here until you close this page.',
  retryable: true,
});
const aborted = failure('aborted', 'Stopped before it was sent.', { hint: 'You can send it again.' });
