import * as z from 'zod/mini';
import { identifier } from './connections.ts';
import { call, out, stream } from './define.ts';
import type { Destination } from './destination.ts';
import type { OpenableKind } from './openable.ts';

/** How stored keys are protected on this host. `memory` means: gone when the program ends. */
export type KeyProtection = 'keyring' | 'weak' | 'memory';

export interface HostInfo {
  name: 'desktop' | 'browser' | 'terminal';
  version: string;
  platform: string;
  /** Number of the window that asks, from 1: the lowest one that was free when it opened. 1 on a host without windows. */
  window: number;
  /** What this host can do; the page asks here and never which host it is. */
  capabilities: {
    /** Native open and save dialogs, reveal in the file manager. */
    dialogs: boolean;
    notifications: boolean;
    /** Files dropped on the window can be admitted by the host without copying. */
    admit: boolean;
    /** The host has a menu that no window shows: the page offers a button that opens it. */
    menuButton: boolean;
    /** The host can show the page in another window. */
    windows: boolean;
    /** A stored file can be dragged out of the window by `dragOut`. */
    dragOut: boolean;
  };
  protection: KeyProtection;
  /** False when the data folder cannot be written: nothing is saved, and the page says so. */
  saving: boolean;
  /** Why saving is off, or what was repaired at start; empty when all is well. */
  notices: { id: string; message: string }[];
}

/** Says which results are stale; the page requests those it shows again. */
export interface Change {
  area:
    | 'connections'
    | 'keys'
    | 'models'
    | 'exchanges'
    | 'library'
    | 'settings'
    | 'demo'
    | 'host'
    | 'checks'
    | 'limits'
    | 'tasks'
    | 'backups'
    | 'realtime'
    | 'updates';
  /** The one thing that changed, when it was one. */
  id?: string;
}

/** Acts that a host's own menu offers beside the page's shortcuts. */
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

/** What a host that shows the page before its data waits for: the system's keyring, or its own files. */
export interface Opening {
  waitsFor: 'keyring' | 'data';
}

/** How far work is that a page does by many requests: texts that are embedded, of a corpus with this ID. */
export const workReport = z.object({
  id: identifier,
  kind: z.literal('embedding'),
  settled: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)),
  total: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
  state: z.enum(['running', 'over']),
});
export type WorkReport = z.output<typeof workReport>;

/** A file that the user opened with Patchbay in the file manager. Where it is stored is known to the host alone. */
export interface OpenedFile {
  /** Good for `readOpened`, until the file was read. */
  id: string;
  name: string;
  kind: OpenableKind;
}

export const host = {
  /** What everything else that is asked waits for. Ends when the host answers. */
  opening: stream(z.object({}), out<Opening>()),
  info: call(z.object({}), out<HostInfo>()),
  changes: stream(z.object({}), out<Change>()),
  /** What the user selected in the host's menu. A host without a menu ends the stream at once. */
  commands: stream(z.object({}), out<{ command: HostCommand }>()),
  /** Opens the host's menu at a place of the page, in its pixels. Nothing happens on a host without a menu. */
  openMenu: call(z.object({ x: z.number(), y: z.number() }), out<void>()),
  /** Opens another window on the panel of this one. Nothing happens on a host that has no windows of its own. */
  openWindow: call(z.object({}), out<void>()),
  /**
   * Where the user wants to go, such as the subject of a notification. A destination from before the page
   * listened waits for it. A host without notifications ends the stream at once.
   */
  destinations: stream(z.object({}), out<Destination>()),
  /** Lets the host show the progress of work of the page, and notify of its end. */
  reportWork: call(workReport, out<void>()),
  /**
   * Files that the user opened with Patchbay, each given to one window. One that was opened before a window listens
   * waits for it. A host that opens no files ends the stream at once.
   */
  openedFiles: stream(z.object({}), out<OpenedFile>()),
  /**
   * The text of an opened file. Nothing of it is stored, and it can be read once. Fails with `too-large`, `bad-input`
   * for what is no text, `storage`, or `not-found-here`.
   */
  readOpened: call(z.object({ id: identifier }), out<string>()),
  /**
   * Hands a stored file to the system, which lets the user drag it into another program. To be called while the mouse
   * button is down; aborting it before the file is ready starts no drag. Does nothing where `dragOut` is false.
   */
  dragOut: call(z.object({ id: identifier }), out<void>()),
  /** Opens an address in the system browser; the core checks the scheme again. */
  openLink: call(z.object({ address: z.string().check(z.maxLength(8192)) }), out<void>()),
};
