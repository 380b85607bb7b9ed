import { client } from './client.ts';
import { failureOf, hintOf } from './failures.ts';
import { toast } from './toasts.ts';

/** Has the host open an address; a refusal is told. Only for addresses that the person agreed to, or is asked about there. */
export function openLink(address: string): void {
  client.host.openLink({ address }).catch((thrown: unknown) => {
    const failure = failureOf(thrown);
    toast({ intent: 'bad', title: failure.message, body: hintOf(failure) });
  });
}
