import * as z from 'zod/mini';
import type { Failure } from '../protocol/failure.ts';
import { call, out } from './define.ts';

/** `tell` checks for newer versions and notifies; `fetch` also downloads them, and installs them when Patchbay quits. */
export const updateModes = ['off', 'tell', 'fetch'] as const;
export type UpdateMode = (typeof updateModes)[number];

/** `beta` also offers what is still being tried out. */
export const updateChannels = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

export interface UpdateState {
  /**
   * `ready`, or why this program cannot update itself: how it was installed (`not-replaceable` shows only once the feed
   * was to be asked), a build without a feed, or a Windows build that names no signer, so its updates cannot be verified.
   */
  support: 'ready' | 'not-this-host' | 'not-packed' | 'no-feed' | 'unsigned' | 'not-replaceable';
  /** The address that is asked, `null` where there is none. */
  feed: string | null;
  mode: UpdateMode;
  channel: UpdateChannel;
  /** What goes on now. A version that was found stays known until the next look. */
  step: 'idle' | 'asking' | 'newest' | 'found' | 'fetching' | 'fetched' | 'failed';
  /** The newer version, once one was found. */
  version: string | null;
  /** Of the download, 0 to 100. */
  percent: number | null;
  /** Milliseconds since 1970 of the last answer of the feed. */
  askedAt: number | null;
  failure: Failure | null;
}

export const updates = {
  state: call(z.object({}), out<UpdateState>()),
  /** Takes effect at once; `off` contacts nothing from then on. */
  choose: call(
    z.object({ mode: z.optional(z.enum(updateModes)), channel: z.optional(z.enum(updateChannels)) }),
    out<UpdateState>(),
  ),
  /** Asks the feed now, whatever the mode is. */
  ask: call(z.object({}), out<UpdateState>()),
  /** Brings the version that was found. */
  fetch: call(z.object({}), out<UpdateState>()),
  /** Ends the program and starts the version that was fetched. */
  install: call(z.object({}), out<void>()),
};
