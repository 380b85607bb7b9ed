import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { networkDefaults } from '../connections/network-defaults.ts';

/** The connection that leads to the demo at `url`: the one of earlier starts with its new address, or a first one. */
export function demoConnection(known: Connection | null, url: string): Connection {
  const { origin } = new URL(url);
  return {
    id: randomUUID(),
    name: 'Demo gateway',
    nativeKeyStyle: 'auto',
    headers: [],
    colour: 'none',
    exposedRoutes: ['native.streamGenerateContent', 'custom'],
    isDemo: true,
    ...networkDefaults(),
    createdAt: Date.now(),
    ...known,
    baseAddress: origin,
    origin,
    acceptedInsecure: false,
  };
}
