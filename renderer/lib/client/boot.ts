import type { StoreApi } from 'zustand';
import type { Boot } from '#shared/contract/boot.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { client, connection } from './client.ts';
import type { RpcConnectionState } from './rpc-connection.ts';

/** The calls whose results arrive together when the page starts. */
const bootCalls: Readonly<Record<keyof Boot, true>> = {
  'settings.all': true,
  'host.info': true,
  'connections.list': true,
  'connections.lights': true,
  'keys.status': true,
};

const isBootCall = (call: string): call is keyof Boot => call in bootCalls;

/** Failures of a connection, not of the call. */
const unreachable: ReadonlySet<string> = new Set(['connection-lost', 'app-ended']);

let reading: Promise<Boot> | null = null;

/**
 * Reads what every page needs at its start, with one call. A connection that breaks meanwhile, or that only the user can
 * reopen, delays it; any other failure returns no result at all, and each call is then made separately.
 */
export function readBoot(
  call: () => Promise<Boot> = () => client.boot.read({}),
  line: StoreApi<RpcConnectionState> = connection.state,
): Promise<Boot> {
  const read = async (): Promise<Boot> => {
    try {
      return await call();
    } catch (thrown) {
      if (!unreachable.has(AppError.from(thrown).code)) return {};
      await opened(line);
      return read();
    }
  };
  reading = read().finally(() => {
    reading = null;
  });
  return reading;
}

/** Returns what the call that starts the page brings for this one; undefined when that is nothing, or over. */
export const bootResult = async (call: string): Promise<unknown> =>
  reading && isBootCall(call) ? (await reading)[call] : undefined;

const opened = (line: StoreApi<RpcConnectionState>) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (line.getState().status !== 'open') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = line.subscribe(look);
    look();
  });
