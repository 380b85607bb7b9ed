import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Vault } from '#core/host-services.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { withoutSecrets } from './open-address.ts';

const service = 'Patchbay';
/** A locked keyring shows a dialog, which cannot be answered on a machine without a screen. */
const defaultProbeMs = 4000;

/** The part of `@napi-rs/keyring` that is used. */
interface KeyringEntry {
  getPassword(): Promise<string | null>;
  setPassword(secret: string): Promise<void>;
  deletePassword(): Promise<boolean>;
}
interface Keyring {
  AsyncEntry: new (service: string, account: string, options: typeof entryOptions) => KeyringEntry;
}

/** Without this, Linux falls back to the kernel's key store, which is cleared when the computer restarts. */
const entryOptions = { linux: { store: 'secret-service' } } as const;

/** Creates a vault whose keys last only for this run. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    protection: 'memory',
    put: async (id, secret) => void secrets.set(id, secret),
    take: async (id) => secrets.get(id) ?? null,
    forget: async (id) => void secrets.delete(id),
  };
}

/**
 * Opens a vault in the keyring of the operating system, or in memory where no keyring works. Nothing is ever written
 * to a plain file.
 *
 * @param module address of the keyring module; `null` for none.
 * @param probeMs how long the keyring may take to show that it works.
 */
export async function openVault(module: string | null = keyringModule(), probeMs = defaultProbeMs): Promise<Vault> {
  if (module === null || !(await works(module, probeMs))) return createMemoryVault();
  const { AsyncEntry } = (await import(/* @vite-ignore */ module)) as Keyring;
  const entry = (id: string) => new AsyncEntry(service, id, entryOptions);
  return {
    protection: 'keyring',
    put: (id, secret) => entry(id).setPassword(secret).catch(throwNotStored),
    // The keyring is locked or was replaced: the user must enter the key again.
    take: (id) =>
      entry(id)
        .getPassword()
        .catch(() => null),
    async forget(id) {
      await entry(id).deletePassword().catch(throwNotStored);
    },
  };
}

function keyringModule(): string | null {
  try {
    return import.meta.resolve('@napi-rs/keyring');
  } catch {
    return null;
  }
}

/**
 * Stores a value, reads it and deletes it, once, in a separate process: a hanging keyring hangs inside the system's
 * own library, where nothing in this process could stop it or let the process exit.
 */
async function works(module: string, probeMs: number): Promise<boolean> {
  const script = `
    const { AsyncEntry } = await import(process.argv[1]);
    const entry = new AsyncEntry(${JSON.stringify(service)}, 'probe-' + process.pid, ${JSON.stringify(entryOptions)});
    await entry.setPassword('probe');
    const isKept = (await entry.getPassword()) === 'probe';
    await entry.deletePassword();
    process.exit(isKept ? 0 : 1);
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, module], {
    timeout: probeMs,
    killSignal: 'SIGKILL',
    env: withoutSecrets(process.env),
  });
  return run.then(
    () => true,
    () => false,
  );
}

/** Without the cause: a keyring's error may quote the secret. */
function throwNotStored(): never {
  throw new AppError(
    failure('storage', 'The system keychain rejected the key.', {
      hint: 'Unlock the keychain and add the key again, or set PATCHBAY_API_KEY.',
      retryable: true,
    }),
  );
}
