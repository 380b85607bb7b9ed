import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import { call, out } from './define.ts';

/** `tell` checks for newer versions and notifies; `fetch` also downloads them, and installs them when Patchbay quits. */
export const updateModes = ['off', 'tell', 'fetch'] as const;
export type UpdateMode = (typeof updateModes)[number];

/** `beta` also offers prereleases. */
export const updateChannels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

export interface UpdateState {
  /**
   * `ready`, or why this program cannot update itself: how it was installed (`not-replaceable` is only known once the
   * feed is first requested), a build without a feed, or a Windows build that names no signer, so its updates cannot be
   * verified.
   */
  support: 'ready' | 'not-this-host' | 'not-packed' | 'no-feed' | 'unsigned' | 'not-replaceable';
  /** The URL of the feed; `null` if there is none. */
  feed: string | null;
  mode: UpdateMode;
  channel: UpdateChannel;
  /** The current step. A version that was found stays known until the next check. */
  step: 'idle' | 'asking' | 'newest' | 'found' | 'fetching' | 'fetched' | 'failed';
  /** The newer version, once one was found. */
  version: string | null;
  /** Download progress, 0 to 100. */
  percent: number | null;
  /** When the feed last responded, in milliseconds since 1970. */
  askedAt: number | null;
  failure: Failure | null;
}

export const updates = {
  state: call(z.object({}), out<UpdateState>()),
  /** Takes effect at once; after `off`, nothing is contacted. */
  choose: call(
    z.object({ mode: z.optional(z.enum(updateModes)), channel: z.optional(z.enum(updateChannels)) }),
    out<UpdateState>(),
  ),
  /** Checks the feed now, whatever the mode is. */
  ask: call(z.object({}), out<UpdateState>()),
  /** Downloads the version that was found. */
  fetch: call(z.object({}), out<UpdateState>()),
  /** Quits the program and starts the downloaded version. */
  install: call(z.object({}), out<void>()),
};
