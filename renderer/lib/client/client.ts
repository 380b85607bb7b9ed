import { useStore } from 'zustand';
import { connect } from '#shared/rpc/connect.ts';
import { contractKinds } from './contract-kinds.ts';
import { openTransport } from './open-wire.ts';
import { createRpcConnection, type RpcConnectionState } from './rpc-connection.ts';
import { stableClient } from './stable-client.ts';

/** The line between this page and the core. `main.tsx` starts it. */
export const connection = createRpcConnection(openTransport, (transport) => connect(contractKinds, transport));

/** Asks the core. Outlives reconnects; every rejection is an `AppError`. */
export const client = stableClient(connection.ready);

export const useRpcConnection = <T>(pick: (state: RpcConnectionState) => T): T => useStore(connection.state, pick);
