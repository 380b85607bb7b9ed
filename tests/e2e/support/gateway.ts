import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { test as base } from './patchbay.ts';

const secret = 'journey-0123456789abcdefghij';

/** The key of the gateway that an e2e test starts for itself, as its operator would hand it out. */
export const gatewayKey = `sk-${secret}`;

/** A test with its own gateway, unknown to Patchbay: a URL and a key, as a user gets them. */
export const test = base.extend<{ gateway: DemoGateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  gateway: async ({}, use) => {
    const gateway = await startDemoGateway({ key: secret, paceTokensPerSecond: 0 });
    await use(gateway);
    await gateway.close();
  },
});
