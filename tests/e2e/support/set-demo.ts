import { openClient } from '../../support/open-client.ts';
import type { Patchbay } from '../../support/patchbay-process.ts';

interface DemoSettings {
  /** The name of the fault injected into every request; `null` is none. */
  scenario?: string | null;
  /** Tokens per second; 0 is as fast as possible. */
  pace?: number;
}

/** Changes the demo gateway behind the page. How a user selects a fault in the settings: see the e2e tests of the rerank panel. */
export async function setDemo(patchbay: Patchbay, settings: DemoSettings): Promise<void> {
  const { client, close } = await openClient(patchbay.address());
  await client.demo.set(settings);
  close();
}
