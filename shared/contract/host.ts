import * as z from 'zod/mini';
import { identifier } from './connections.ts';
import { call, out, stream } from './define.ts';
import type { Destination } from './destination.ts';
import type { OpenableKind } from './openable.ts';

/** How stored keys are protected on this host. `memory`: lost when the program quits. */
export type KeyProtection = 'keyring' | 'weak' | 'memory';

export interface HostInfo {
  name: 'desktop' | 'browser' | 'terminal';
  version: string;
  platform: string;
  /** Number of the calling window, from 1: the lowest one free when it opened. 1 on a host without windows. */
  window: number;
  /** What this host can do; the page checks this and never which host it is. */
  capabilities: {
    /** Native open and save dialogs, reveal in the file manager. */
    dialogs: boolean;
    notifications: boolean;
    /** The host can read files dropped on the window directly, without an upload. */
    admit: boolean;
    /** The host has a menu that no window shows: the page shows a button that opens it. */
    menuButton: boolean;
    /** The host can show the page in another window. */
    windows: boolean;
    /** A stored file can be dragged out of the window with `dragOut`. */
    dragOut: boolean;
  };
  protection: KeyProtection;
  /** False when the data folder cannot be written: nothing is saved, and the page says so. */
  saving: boolean;
  /** Why saving is off, or what was repaired at start; empty when there is nothing to report. */
  notices: { id: string; message: string }[];
}

/** Says which results are stale; the page reloads those it is showing. */
export interface Change {
  area:
    | 'connections'
    | 'keys'
    | 'models'
    | 'exchanges'
    | 'library'
    | 'prompts'
    | 'settings'
    | 'demo'
    | 'host'
    | 'checks'
    | 'compare'
    | 'limits'
    | 'prices'
    | 'tasks'
    | 'backups'
    | 'realtime'
    | 'updates';
  /** The item that changed, when it was only one. */
  id?: string;
}

/** Commands that a host's own menu offers in addition to the page's shortcuts. */
export const hostCommands = [
  'new',
  'settings',
  'find',
  'palette',
  'list',
  'drawer',
  'parameters',
  'theme',
  'shortcuts',
  'guide',
] as const;
export type HostCommand = (typeof hostCommands)[number];

/** What a host that shows the page before its data is waiting for: the system's keyring, or its own files. */
export interface Opening {
  waitsFor: 'keyring' | 'data';
}

/** Progress of work that a page does with many requests: texts being embedded, for the corpus with this id. */
export const workReport = z.object({
  id: identifier,
  kind: z.literal('embedding'),
  settled: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)),
  total: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
  state: z.enum(['running', 'over']),
});
export type WorkReport = z.output<typeof workReport>;

/** A file that the user opened with Patchbay from the file manager. Only the host knows its path. */
export interface OpenedFile {
  /** Accepted by `readOpened` until the file has been read. */
  id: string;
  name: string;
  kind: OpenableKind;
}

export const host = {
  /** Streams what all other calls are waiting for. Ends when the host is ready to serve them. */
  opening: stream(z.object({}), out<Opening>()),
  info: call(z.object({}), out<HostInfo>()),
  changes: stream(z.object({}), out<Change>()),
  /** Streams the commands that the user selects in the host's menu. A host without a menu ends the stream at once. */
  commands: stream(z.object({}), out<{ command: HostCommand }>()),
  /** Opens the host's menu at a position in the page, in pixels. Does nothing on a host without a menu. */
  openMenu: call(z.object({ x: z.number(), y: z.number() }), out<void>()),
  /** Opens another window with this window's panel. Does nothing on a host without windows. */
  openWindow: call(z.object({}), out<void>()),
  /**
   * Streams where the user wants to navigate, such as the subject of a notification. A destination from before the page
   * listened is queued for it. A host without notifications ends the stream at once.
   */
  destinations: stream(z.object({}), out<Destination>()),
  /** Reports the progress of the page's work, so that the host can show it and notify of its end. */
  reportWork: call(workReport, out<void>()),
  /**
   * Streams files that the user opened with Patchbay, each delivered to one window. A file opened before a window
   * listens is queued. A host that opens no files ends the stream at once.
   */
  openedFiles: stream(z.object({}), out<OpenedFile>()),
  /**
   * Returns the text of an opened file. It is not stored, and can be read only once. Fails with `too-large`,
   * `bad-input` if it is not text, `storage`, or `not-found-here`.
   */
  readOpened: call(z.object({ id: identifier }), out<string>()),
  /**
   * Lets the user drag a stored file into another program. Call it while the mouse button is down; aborting it before
   * the file is ready starts no drag. Does nothing where `dragOut` is false.
   */
  dragOut: call(z.object({ id: identifier }), out<void>()),
  /** Opens an address in the system browser; the core checks the scheme again. */
  openLink: call(z.object({ address: z.string().check(z.maxLength(8192)) }), out<void>()),
};
