import type { HostInfo } from '#shared/contract/host.ts';
import { useCall } from './query.ts';

/** What the host says of itself; absent for the first moment. Ask for a capability, never for the host's name. */
export const useHostInfo = (): HostInfo | undefined => useCall('host', 'info', {}).data;
