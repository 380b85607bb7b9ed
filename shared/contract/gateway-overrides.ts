import type { GatewayDetails } from '../protocol/gateway-details.ts';
import type { NativeKeyChoice } from './connections.ts';

/** What one terminal command changes about a gateway while it runs. */
export interface GatewayOverrides extends Partial<Omit<GatewayDetails, 'prefixes' | 'query'>> {
  nativeKeyStyle?: NativeKeyChoice;
  prefixes?: Partial<GatewayDetails['prefixes']>;
}

/** Returns a connection with what the overrides name; prefixes and paths of routes one by one. */
export const withOverrides = <T extends GatewayDetails>(connection: T, overrides: GatewayOverrides): T => ({
  ...connection,
  ...overrides,
  prefixes: { ...connection.prefixes, ...overrides.prefixes },
  routePaths: { ...connection.routePaths, ...overrides.routePaths },
});
