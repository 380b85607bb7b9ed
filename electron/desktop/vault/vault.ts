import type { Vault } from '#core/host-services.ts';
import type { KeyProtection } from '#shared/contract/host.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { openVaultFile } from './vault-file.ts';

/**
 * The part of Electron's safeStorage that is used: its asynchronous calls (the others are removed after version 45).
 */
export interface Cipher {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(ciphertext: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  setUsePlainTextEncryption?(usePlainText: boolean): void;
}

export interface DesktopVault extends Vault {
  /** Returns the protection of one key: a stored key may be better or worse protected than the next one. */
  protectionOf(id: string): KeyProtection;
  /** True where keys could be stored on disk, but only with an encryption that anyone can undo. */
  readonly offersWeak: boolean;
  /** Records the user's explicit choice to store keys that way; keys of this run are written immediately. */
  acceptWeak(): Promise<void>;
}

export interface VaultParts {
  cipher: Cipher;
  /** Absolute; exists. */
  folder: string;
}

/**
 * `shared`: Chromium's password that is the same on every computer. `none`: not encrypted, or by an unknown method.
 */
type Wrapping = 'keyring' | 'shared' | 'none';

/**
 * Chromium's tags for what encrypted a text on Linux: the fixed password, Secret Service or KWallet, the secret
 * portal.
 */
const tags: Readonly<Record<string, Wrapping>> = { v10: 'shared', v11: 'keyring', v12: 'keyring' };

/**
 * Detects what encrypts on this system. On Linux the storage backend is only a guess from the desktop environment,
 * and without a working keyring, Chromium silently falls back to its fixed password: the tag of a probe reveals that.
 * Other systems name no backend and always have a keyring.
 */
async function probe(cipher: Cipher): Promise<Wrapping> {
  if (!(await cipher.isAsyncEncryptionAvailable().catch(() => false))) return 'none';
  const backend = cipher.getSelectedStorageBackend?.();
  if (backend === undefined) return 'keyring';
  const wrapped = await cipher.encryptStringAsync('probe').catch(() => null);
  if (wrapped) return tags[tagOf(wrapped)] ?? 'none';
  // The fixed password may have to be enabled first.
  return backend === 'basic_text' ? 'shared' : 'none';
}

const tagOf = (ciphertext: Buffer) => ciphertext.toString('latin1', 0, 3);

/**
 * Opens the vault, which protects keys with the operating system: Keychain, DPAPI, Secret Service, KWallet or the
 * secret portal. Without a keyring, keys last only as long as this run. Linux without one encrypts with a password
 * that is the same on every computer: that is used only after `acceptWeak`, and called `weak`. Keys stored that way
 * are encrypted again as soon as a keyring responds.
 *
 * A ciphertext that cannot be decrypted (the keyring was changed or is locked) reads as `null` and is kept until the
 * key is set again or forgotten.
 */
export async function openVault({ cipher, folder }: VaultParts): Promise<DesktopVault> {
  const file = await openVaultFile(folder);
  const ofThisRun = new Map<string, string>();
  // Needed where the fixed password has to be enabled.
  if (file.record.acceptedWeak) cipher.setUsePlainTextEncryption?.(true);
  const wrapping = await probe(cipher);
  const isWeak = wrapping === 'shared';

  const protection = (): KeyProtection => {
    if (isWeak) return file.record.acceptedWeak ? 'weak' : 'memory';
    return wrapping === 'keyring' ? 'keyring' : 'memory';
  };
  const isStoredWeak = (ciphertext: string) =>
    cipher.getSelectedStorageBackend !== undefined && tags[tagOf(Buffer.from(ciphertext, 'base64'))] === 'shared';

  const wrap = async (secret: string) => {
    const wrapped = (await cipher.encryptStringAsync(secret).catch(throwNotStored)).toString('base64');
    return wrapping === 'keyring' && isStoredWeak(wrapped) ? throwNotStored() : wrapped;
  };

  const write = async (secrets: [id: string, secret: string][], acceptedWeak: boolean) => {
    const fresh: [string, string][] = [];
    for (const [id, secret] of secrets) fresh.push([id, await wrap(secret)]);
    await file
      .change((record) => ({ acceptedWeak, secrets: new Map([...record.secrets, ...fresh]) }))
      .catch(notWritten);
  };

  /** Replaces a ciphertext by a newer one of the same secret, unless another secret was set in the meantime. */
  const rewrap = async (id: string, old: string, secret: string) => {
    const fresh = await wrap(secret);
    await file.change((record) =>
      record.secrets.get(id) === old ? { ...record, secrets: new Map([...record.secrets, [id, fresh]]) } : record,
    );
  };

  const take = async (id: string) => {
    const known = ofThisRun.get(id);
    if (known !== undefined) return known;
    const ciphertext = file.record.secrets.get(id);
    if (ciphertext === undefined) return null;
    const opened = await cipher.decryptStringAsync(Buffer.from(ciphertext, 'base64')).catch(() => null);
    // The keyring has a newer key, or finally responds: the secret is right, only its encryption is old.
    if (opened && wrapping === 'keyring' && (opened.shouldReEncrypt || isStoredWeak(ciphertext)))
      await rewrap(id, ciphertext, opened.result).catch(() => {});
    return opened?.result ?? null;
  };
  if (wrapping === 'keyring')
    for (const [id, ciphertext] of file.record.secrets) if (isStoredWeak(ciphertext)) await take(id);

  return {
    get protection() {
      return protection();
    },
    protectionOf(id) {
      const ciphertext = ofThisRun.has(id) ? undefined : file.record.secrets.get(id);
      if (ciphertext === undefined) return protection();
      return isStoredWeak(ciphertext) ? 'weak' : 'keyring';
    },
    get offersWeak() {
      return isWeak && !file.record.acceptedWeak;
    },
    async put(id, secret) {
      if (protection() === 'memory') {
        ofThisRun.set(id, secret);
        return;
      }
      await write([[id, secret]], file.record.acceptedWeak);
      ofThisRun.delete(id);
    },
    take,
    async forget(id) {
      ofThisRun.delete(id);
      if (!file.record.secrets.has(id)) return;
      const without = (secrets: ReadonlyMap<string, string>) => new Map([...secrets].filter(([other]) => other !== id));
      await file.change((record) => ({ ...record, secrets: without(record.secrets) })).catch(notWritten);
    },
    async acceptWeak() {
      if (!isWeak) return;
      cipher.setUsePlainTextEncryption?.(true);
      // A key set while others are being written is part of the next round.
      do {
        const round = [...ofThisRun];
        await write(round, true);
        for (const [id, secret] of round) if (ofThisRun.get(id) === secret) ofThisRun.delete(id);
      } while (ofThisRun.size);
    },
  };
}

/** The cause is omitted: an encryption error might quote its input. */
function throwNotStored(): never {
  throw new AppError(
    failure('storage', 'The system keychain rejected the key.', {
      effect: 'unchanged',
      hint: 'Unlock the keychain and save the key again.',
      retryable: true,
    }),
  );
}

function notWritten(thrown: NodeJS.ErrnoException): never {
  throw new AppError(
    failure('storage', `The key file could not be written (${thrown.code ?? 'unknown cause'}).`, {
      hint: 'Check the disk space and the permissions of the data folder, then save the key again.',
      retryable: true,
    }),
  );
}
