import type { Vault } from '#core/hands.ts';
import type { KeyProtection } from '#shared/contract/host.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import { openVaultFile } from './vault-file.ts';

/** The part of Electron's safeStorage that is used: its asynchronous calls (the others are gone after version 45). */
export interface Cipher {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(ciphertext: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  setUsePlainTextEncryption?(usePlainText: boolean): void;
}

export interface DesktopVault extends Vault {
  /** True where keys could be kept on disk, but with an encryption that everybody can undo. */
  readonly offersWeak: boolean;
  /** The person's explicit choice to keep keys that way; those of this run are written at once. */
  acceptWeak(): Promise<void>;
}

export interface VaultParts {
  cipher: Cipher;
  /** Absolute; exists. */
  folder: string;
}

/**
 * Keys under the protection of the operating system: Keychain, DPAPI, libsecret or KWallet. Where there is no keyring,
 * keys live only as long as this run. Linux without one encrypts with a password that is the same on every computer
 * (backend `basic_text`): that is used only after `acceptWeak`, and called `weak`.
 *
 * A ciphertext that no longer opens (the keyring was changed or is locked) reads as `null` and is kept until the key is
 * put again or forgotten.
 */
export async function openVault({ cipher, folder }: VaultParts): Promise<DesktopVault> {
  const file = await openVaultFile(folder);
  const ofThisRun = new Map<string, string>();
  const backend = cipher.getSelectedStorageBackend?.();
  const isWeak = backend === 'basic_text';
  // Without this call Electron refuses to encrypt at all on such a system.
  if (isWeak && file.record.acceptedWeak) cipher.setUsePlainTextEncryption?.(true);
  const isAvailable = backend !== 'unknown' && (await cipher.isAsyncEncryptionAvailable().catch(() => false));

  const protection = (): KeyProtection => {
    if (isWeak) return file.record.acceptedWeak ? 'weak' : 'memory';
    return isAvailable ? 'keyring' : 'memory';
  };

  const wrap = async (secret: string) => (await cipher.encryptStringAsync(secret).catch(notTaken)).toString('base64');

  const write = async (secrets: [id: string, secret: string][], acceptedWeak: boolean) => {
    const fresh: [string, string][] = [];
    for (const [id, secret] of secrets) fresh.push([id, await wrap(secret)]);
    await file
      .change((record) => ({ acceptedWeak, secrets: new Map([...record.secrets, ...fresh]) }))
      .catch(notWritten);
  };

  /** Replaces a wrapping by a newer one of the same secret, unless another secret was put meanwhile. */
  const rewrap = async (id: string, old: string, secret: string) => {
    const fresh = await wrap(secret);
    await file.change((record) =>
      record.secrets.get(id) === old ? { ...record, secrets: new Map([...record.secrets, [id, fresh]]) } : record,
    );
  };

  return {
    get protection() {
      return protection();
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
    async take(id) {
      const known = ofThisRun.get(id);
      if (known !== undefined) return known;
      const ciphertext = file.record.secrets.get(id);
      if (ciphertext === undefined) return null;
      const opened = await cipher.decryptStringAsync(Buffer.from(ciphertext, 'base64')).catch(() => null);
      // The keyring has a newer key: the secret in hand is right, only its wrapping is old.
      if (opened?.shouldReEncrypt) await rewrap(id, ciphertext, opened.result).catch(() => {});
      return opened?.result ?? null;
    },
    async forget(id) {
      ofThisRun.delete(id);
      if (!file.record.secrets.has(id)) return;
      const without = (secrets: ReadonlyMap<string, string>) => new Map([...secrets].filter(([other]) => other !== id));
      await file.change((record) => ({ ...record, secrets: without(record.secrets) })).catch(notWritten);
    },
    async acceptWeak() {
      if (!isWeak) return;
      cipher.setUsePlainTextEncryption?.(true);
      // A key that is put while others are written is one of the next round.
      do {
        const round = [...ofThisRun];
        await write(round, true);
        for (const [id, secret] of round) if (ofThisRun.get(id) === secret) ofThisRun.delete(id);
      } while (ofThisRun.size);
    },
  };
}

/** The cause stays unsaid: an error of the encryption might quote what it was given. */
function notTaken(): never {
  throw new AppError(
    failure('storage', "The system's keyring did not take the key.", {
      hint: 'Unlock the keyring and save the key again. Nothing else was changed.',
      retryable: true,
    }),
  );
}

function notWritten(thrown: NodeJS.ErrnoException): never {
  throw new AppError(
    failure('storage', `The vault could not be written (${thrown.code ?? 'unknown cause'}).`, {
      hint: 'Make room on the disk or check the rights of the data folder, then save the key again.',
      retryable: true,
    }),
  );
}
