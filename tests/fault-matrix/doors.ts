import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { authority } from '../support/exchange/certificates.ts';

/**
 * How a connection reaches a gateway on a port of this computer: by address, over TLS with an authority of its own, by a
 * name that a test answers for, or over a proxy that reads requests (which is the gateway itself).
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
