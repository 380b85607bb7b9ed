import type { Destination } from '#shared/contract/destination.ts';
import type { HostInfo, KeyProtection } from '#shared/contract/host.ts';
import type { UpdateChannel, UpdateState } from '#shared/contract/updates.ts';
import type { SimulatedFailure } from '#shared/protocol/simulated-failure.ts';

/**
 * Stores secrets. Only the core reads it, and only to put a credential on a request to the origin that the key is bound
 * to.
 */
export interface Vault {
  readonly protection: KeyProtection;
  /** Protection of one secret, on hosts where it can differ between secrets. */
  protectionOf?(id: string): KeyProtection;
  put(id: string, secret: string): Promise<void>;
  /** Returns the secret, or `null` when there is none or the store can no longer decrypt it. */
  take(id: string): Promise<string | null>;
  forget(id: string): Promise<void>;
}

/** What the user's desktop does for the core. Methods reject with an `AppError` when they fail. */
interface Shell {
  /** Opens an address that the core has already validated. */
  openLink(address: string): Promise<void>;
  /**
   * Asks where to save a file called `name`; `null` when the user canceled. Overwriting an existing file needs the
   * user's consent.
   */
  chooseSavePath(name: string): Promise<string | null>;
  /**
   * Shows a system notification that opens the destination when clicked. Does nothing where
   * `capabilities.notifications` is false.
   */
  notify(title: string, body: string, to: Destination): void;
}

/** Updates the program, on hosts that can. Methods are only called where `support` is `ready`. */
export interface Updater {
  readonly support: UpdateState['support'];
  readonly feed: string | null;
  /**
   * Returns the newer version of a channel; `null` when this one is the newest, or when it turned out that this program
   * cannot be replaced (`support` says so from then on). Rejects with an AppError when the feed cannot be read.
   */
  find(channel: UpdateChannel): Promise<string | null>;
  /** Downloads and verifies the version that was found; `onPercent` receives 0 to 100. Rejects with an AppError. */
  fetch(onPercent: (percent: number) => void): Promise<void>;
  /** Quits the program and starts the downloaded version. */
  install(): void;
}

/** A running demo gateway, as the core sees it. */
export interface DemoHandle {
  readonly url: string;
  readonly key: string;
  readonly scenarios: readonly SimulatedFailure[];
  pace(): number;
  setPace(tokensPerSecond: number): void;
  scenario(): string | null;
  setScenario(name: string | null): void;
  close(): Promise<void>;
}

/** What a host without windows of its own can do for the page. */
export const noCapabilities: HostInfo['capabilities'] = {
  dialogs: false,
  notifications: false,
  admit: false,
  menuButton: false,
  windows: false,
  dragOut: false,
};

/** Services every host provides. One file per host implements them. */
export interface HostServices {
  readonly hostName: HostInfo['name'];
  /**
   * `command`: the core runs for one terminal command. It reports in English, because programs read its output; its
   * sessions are recorded with the origin `terminal`; it resumes no earlier work, starts no demo automatically, and
   * leaves maintenance to `app`.
   */
  readonly lifetime: 'app' | 'command';
  readonly version: string;
  readonly capabilities: HostInfo['capabilities'];
  /** Absolute path; created when missing. */
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly shell: Shell;
  /** Returns a short-lived URL from which the page can load a stored file. */
  fileAddress(id: string): string;
  /** Returns the proxy for an address, such as `http://proxy:3128`, or `null` for none. */
  proxyFor(address: string): Promise<string | null>;
  startDemo(): Promise<DemoHandle>;
  /** `null` on hosts that are updated in another way. */
  readonly updater: Updater | null;
}
