import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { authority } from '../exchange/certificates.ts';

/**
 * How a connection reaches a gateway on a port of this computer: by address, over TLS with its own authority, by a name that
 * a test resolves, or over a forwarding proxy (which is the gateway itself).
 */
export type Door = 'plain' | 'secure' | 'named' | 'proxied';

export const gatewayName = 'gateway.test';

export function connectionThrough(
  door: Door,
  port: number,
): Pick<ConnectionDraft, 'acceptedInsecure' | 'proxy' | 'extraCa'> & { baseAddress: string } {
  switch (door) {
    case 'plain':
      return { baseAddress: `http://127.0.0.1:${port}` };
    case 'secure':
      return { baseAddress: `https://localhost:${port}`, extraCa: { name: 'test', pem: authority } };
    case 'named':
      return { baseAddress: `http://${gatewayName}:${port}`, acceptedInsecure: true };
    case 'proxied':
      return {
        baseAddress: `http://${gatewayName}`,
        acceptedInsecure: true,
        proxy: { mode: 'custom', address: `http://127.0.0.1:${port}` },
      };
  }
}
