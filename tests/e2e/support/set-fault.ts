import { openClient } from '../../support/open-client.ts';
import type { Patchbay } from '../../support/patchbay-process.ts';

/**
 * Sets the fault that the demo gateway injects into every request, by its name, or clears it. How a user selects one in the
 * settings: see the e2e tests of the rerank panel.
 */
export async function setFault(patchbay: Patchbay, scenario: string | null): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  await client.demo.set({ scenario });
  close();
}
