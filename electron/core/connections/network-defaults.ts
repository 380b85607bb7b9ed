import type { Connection } from '#shared/contract/connections.ts';

type Network = Pick<Connection, 'proxy' | 'extraCa' | 'deadlines' | 'retries'>;

/** How a connection reaches its gateway when nobody chose anything. */
export const networkDefaults = (): Network => ({
  proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
  extraCa: { name: '', pem: '' },
  deadlines: {},
  retries: 0,
});
