import { useStore } from 'zustand';
import { connect } from '#shared/rpc/connect.ts';
import { outline } from './contract-kinds.ts';
import { openWire } from './open-wire.ts';
import { createLink, type LinkState } from './rpc-connection.ts';
import { stableClient } from './stable-client.ts';

/** The line between this page and the core. `main.tsx` starts it. */
export const link = createLink(openWire, (wire) => connect(outline, wire));

/** Asks the core. Outlives reconnects; every rejection is an `AppError`. */
export const client = stableClient(link.ready);

export const useLink = <T>(pick: (state: LinkState) => T): T => useStore(link.state, pick);
