import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { test as base } from './patchbay.ts';

const secret = 'journey-0123456789abcdefghij';

/** The key of the gateway that a journey starts for itself, as its owner hands it out. */
export const gatewayKey = `sk-${secret}`;

/** A test with a gateway of its own, which Patchbay knows nothing of: an address and a key, as a person is given them. */
export const test = base.extend<{ gateway: DemoGateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  gateway: async ({}, use) => {
    const gateway = await startDemoGateway({ key: secret, paceTokensPerSecond: 0 });
    await use(gateway);
    await gateway.close();
  },
});
