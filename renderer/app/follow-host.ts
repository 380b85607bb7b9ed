import type { StoreApi } from 'zustand';
import { connection } from '../lib/client/client.ts';
import type { RpcConnectionState } from '../lib/client/rpc-connection.ts';

/** Takes what a stream of the host gives, whenever there is a connection to it; the returned function ends that. */
export function followHost<Item>(
  open: () => AsyncIterable<Item>,
  take: (item: Item) => void,
  line: StoreApi<RpcConnectionState> = connection.state,
): () => void {
  const follow = async () => {
    try {
      for await (const item of open()) take(item);
    } catch {
      // The connection was lost; the stream is followed again when it is back.
    }
  };
  if (line.getState().status === 'open') void follow();
  return line.subscribe(({ status }, before) => {
    if (status === 'open' && before.status !== 'open') void follow();
  });
}
