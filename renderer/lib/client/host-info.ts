import type { HostInfo } from '#shared/contract/host.ts';
import { useAsk } from './query.ts';

/** What the host says of itself; absent for the first moment. Ask for a capability, never for the host's name. */
export const useHostInfo = (): HostInfo | undefined => useAsk('host', 'info', {}).data;
