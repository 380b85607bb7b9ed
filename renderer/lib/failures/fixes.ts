import type { FailureCode } from '#shared/protocol/failure.ts';

/** What fixes a failure, besides sending the same request again. */
export type Fix = 'checkKey' | 'addKey' | 'otherKey' | 'editConnection' | 'selectModel' | 'tryStyles' | 'viewRequest';

/**
 * The one action that fixes a failure of this kind. `null` where only the user can tell what to change, or where sending
 * again is all there is: the card then says what to do.
 */
export const fixes: Readonly<Record<FailureCode, Fix | null>> = {
  'bad-input': null,
  'bad-draft': null,
  misuse: null,
  'route-off': 'editConnection',
  'no-key': 'addKey',
  'invalid-key': 'checkKey',
  'invalid-address': 'editConnection',
  'insecure-address': 'editConnection',
  'not-found-here': null,
  conflict: null,

  dns: 'editConnection',
  refused: 'editConnection',
  unreachable: 'editConnection',
  tls: 'editConnection',
  proxy: 'editConnection',
  'connect-timeout': 'editConnection',
  'headers-timeout': null,
  'idle-timeout': null,
  stalled: null,
  'total-timeout': null,
  reset: null,
  'upload-stalled': null,
  protocol: 'viewRequest',

  redirect: 'editConnection',
  auth: 'checkKey',
  'key-missing': 'addKey',
  'key-style': 'tryStyles',
  forbidden: 'otherKey',
  quota: 'otherKey',
  'model-not-found': 'selectModel',
  'not-found': 'viewRequest',
  'route-absent': 'editConnection',
  'too-big-for-server': null,
  'unsupported-media': null,
  parameter: null,
  rejected: null,
  moderated: null,
  'rate-limited': null,
  overloaded: null,
  upstream: null,
  'upstream-account': 'selectModel',
  server: null,

  'in-band': null,
  'no-terminal': null,
  truncated: null,
  'bad-json': 'viewRequest',
  'not-json': 'viewRequest',
  'wrong-type': 'viewRequest',
  empty: null,
  encoding: 'viewRequest',
  'too-large': null,

  aborted: null,
  'app-ended': null,
  'connection-lost': null,
  storage: null,
  memory: null,
  internal: null,
};
