import type { Connection } from '#shared/contract/connections.ts';
import type { Setup } from '../model/setup.ts';

/** What each part of the set-up is given. */
export interface SetupPart {
  connection: Connection;
  setup: Setup;
  onChange: (change: Partial<Setup>) => void;
}
