import { exchanges } from './001-exchanges.ts';
import { connections } from './002-connections.ts';
import { library } from './003-library.ts';
import { files } from './004-files.ts';
import { network } from './005-network.ts';
import { checks } from './006-checks.ts';
import { wire } from './007-wire.ts';
import { media } from './008-media.ts';
import { sessions } from './009-sessions.ts';
import { tasks } from './010-tasks.ts';
import { nativeKeyStyles } from './011-native-key-styles.ts';
import { plannedRefusals } from './012-planned-refusals.ts';
import { keyVerdicts } from './013-key-verdicts.ts';

/** One step of the schema. A step that was released is never changed: the next one mends it. */
export interface Migration {
  /** One more than the step before it. */
  readonly version: number;
  /** Runs inside one transaction with the new version number. */
  readonly sql: string;
}

/** Every step in order. */
export const migrations: readonly Migration[] = [
  exchanges,
  connections,
  library,
  files,
  network,
  checks,
  wire,
  media,
  sessions,
  tasks,
  nativeKeyStyles,
  plannedRefusals,
  keyVerdicts,
];
