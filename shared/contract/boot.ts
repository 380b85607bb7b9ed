import * as z from 'zod/mini';
import type { Connection, ConnectionLight } from './connections.ts';
import { call, out } from './define.ts';
import type { HostInfo } from './host.ts';
import type { KeyStatus } from './keys.ts';

/**
 * Results of the calls that every page makes when it starts, by the name of the call; none of them has an input. One
 * that failed is absent: the page calls it again, and shows its failure.
 */
export interface Boot {
  'settings.all'?: Record<string, unknown>;
  'host.info'?: HostInfo;
  'connections.list'?: Connection[];
  'connections.lights'?: ConnectionLight[];
  'keys.status'?: KeyStatus[];
}

export const boot = {
  /** Returns what the page needs for its first complete frame. Never fails because one of the results does. */
  read: call(z.object({}), out<Boot>()),
};
