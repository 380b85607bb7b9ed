import { backups } from './backups.ts';
import { checks } from './checks.ts';
import { compare } from './compare.ts';
import { connections } from './connections.ts';
import type { ClientOf, HandlersOf } from './define.ts';
import { demo } from './demo.ts';
import { exchanges } from './exchanges.ts';
import { files } from './files.ts';
import { host } from './host.ts';
import { keys } from './keys.ts';
import { library } from './library.ts';
import { limits } from './limits.ts';
import { models } from './models.ts';
import { prices } from './prices.ts';
import { prompts } from './prompts.ts';
import { realtime } from './realtime.ts';
import { settings } from './settings.ts';
import { tasks } from './tasks.ts';
import { updates } from './updates.ts';

/** The whole interface of the core, on one screen. */
export const contract = {
  host,
  connections,
  keys,
  models,
  exchanges,
  files,
  library,
  prompts,
  backups,
  settings,
  demo,
  checks,
  compare,
  limits,
  prices,
  tasks,
  realtime,
  updates,
};

export type Client = ClientOf<typeof contract>;
export type Core = HandlersOf<typeof contract>;
