import { client } from '../client/client.ts';
import { notifyFailure } from '../failures/tell-failure.tsx';

/** Has the host open an address; a refusal is told. Only for addresses that the person agreed to, or is asked about there. */
export function openLink(address: string): void {
  client.host.openLink({ address }).catch(notifyFailure);
}
