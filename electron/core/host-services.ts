import type { Destination } from '#shared/contract/destination.ts';
import type { HostInfo, KeyProtection } from '#shared/contract/host.ts';
import type { UpdateChannel, UpdateState } from '#shared/contract/updates.ts';

/**
 * Where secrets rest. Only the core reads it, and only to put a credential on a request to the origin that the key is
 * bound to.
 */
export interface Vault {
  readonly protection: KeyProtection;
  /** Of one stored secret, on hosts where it may differ from that of the next one. */
  protectionOf?(id: string): KeyProtection;
  put(id: string, secret: string): Promise<void>;
  /** The secret, or `null` when there is none or the store can no longer open it. */
  take(id: string): Promise<string | null>;
  forget(id: string): Promise<void>;
}

/** What the person's desktop does for the core. Each rejects with an `AppError` when it can not. */
interface Shell {
  /** Opens an address that the core has already found harmless. */
  openLink(address: string): Promise<void>;
  /** Where to save a file called `name`; `null` when the person said no. Never an existing file without their word. */
  chooseSavePath(name: string): Promise<string | null>;
  /**
   * Tells the user in the system's own way, and leads to the destination when the user presses it. Nothing happens where
   * `capabilities.notifications` is false.
   */
  notify(title: string, body: string, to: Destination): void;
}

/** Brings newer versions of the program, on hosts that can. Methods are asked only where `support` is `ready`. */
export interface Updater {
  readonly support: UpdateState['support'];
  readonly feed: string | null;
  /**
   * The newer version of a channel, `null` when this one is the newest, or when it turned out that this program can not be
   * replaced (`support` says so from then on). Rejects with an AppError when the feed can not be read.
   */
  find(channel: UpdateChannel): Promise<string | null>;
  /** Brings and verifies the version that was found; `onPercent` hears 0 to 100. Rejects with an AppError. */
  fetch(onPercent: (percent: number) => void): Promise<void>;
  /** Ends the program and starts the fetched version. */
  install(): void;
}

/** A running demo gateway, as the core sees it. */
export interface DemoHandle {
  readonly url: string;
  readonly key: string;
  readonly scenarios: readonly { name: string; title: string; about: string }[];
  pace(): number;
  setPace(tokensPerSecond: number): void;
  scenario(): string | null;
  setScenario(name: string | null): void;
  close(): Promise<void>;
}

/** Everything a host must lend the core. One file per host implements it. */
export interface HostServices {
  readonly hostName: HostInfo['name'];
  /**
   * `command`: the core runs for one command of a terminal. It speaks English, because programs read its output; its sessions
   * are recorded as the terminal's; it resumes no earlier work, starts no demo by itself, and leaves upkeep to `app`.
   */
  readonly lifetime: 'app' | 'command';
  readonly version: string;
  readonly capabilities: HostInfo['capabilities'];
  /** Absolute; created when it is missing. */
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly shell: Shell;
  /** An address from which the page can load a stored file for a while. */
  fileAddress(id: string): string;
  /** The proxy for an address, such as `http://proxy:3128`, or `null` for none. */
  proxyFor(address: string): Promise<string | null>;
  startDemo(): Promise<DemoHandle>;
  /** `null` on hosts that are brought up to date in another way. */
  readonly updater: Updater | null;
}
