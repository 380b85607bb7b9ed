import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { AppError, failure } from '#shared/protocol/failure.ts';

/** How a text was sealed. It is readable in the file and authenticated with the rest of it. */
export interface Sealing {
  kdf: 'scrypt';
  /** `N`, `r` and `p` of scrypt: the memory and time that one guess at the passphrase costs. */
  cost: number;
  blockSize: number;
  parallel: number;
  /** Base64. */
  salt: string;
  cipher: 'aes-256-gcm';
  /** Base64. */
  nonce: string;
}

/** One guess takes 128 MiB and about a third of a second. */
const ownCost = { cost: 2 ** 17, blockSize: 8, parallel: 1 } as const;
/**
 * A file may use other parameters, but not so high that opening it freezes the computer, nor so low that they protect
 * little.
 */
const maxMemoryBytes = 512 * 1024 ** 2;
const leastCost = 2 ** 14;
const tagBytes = 16;

export const newSealing = (): Sealing => ({
  kdf: 'scrypt',
  ...ownCost,
  salt: randomBytes(16).toString('base64'),
  cipher: 'aes-256-gcm',
  nonce: randomBytes(12).toString('base64'),
});

/** Parses the sealing parameters of a file; `null` if this release cannot open them. */
export function readSealing(value: unknown): Sealing | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kdf, cost, blockSize, parallel, salt, cipher, nonce } = value as Record<string, unknown>;
  if (kdf !== 'scrypt' || cipher !== 'aes-256-gcm' || typeof salt !== 'string' || typeof nonce !== 'string')
    return null;
  if (!isCount(cost) || !isCount(blockSize) || !isCount(parallel)) return null;
  const isWork = cost >= leastCost && Number.isInteger(Math.log2(cost));
  const fits = 128 * cost * blockSize * parallel <= maxMemoryBytes;
  const isWhole = Buffer.from(salt, 'base64').length >= 16 && Buffer.from(nonce, 'base64').length === 12;
  return isWork && fits && isWhole ? { kdf, cost, blockSize, parallel, salt, cipher, nonce } : null;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;

/**
 * Seals a text with a passphrase.
 *
 * @param beside readable data stored next to it: unsealing fails if any of it was changed.
 * @returns base64.
 */
export async function seal(text: string, passphrase: string, sealing: Sealing, beside: string): Promise<string> {
  const cipher = createCipheriv('aes-256-gcm', await keyFrom(passphrase, sealing), nonceOf(sealing));
  cipher.setAAD(Buffer.from(beside));
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** @throws AppError `invalid-key` for a wrong passphrase or a file that was changed: the two are indistinguishable. */
export async function unseal(sealed: string, passphrase: string, sealing: Sealing, beside: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < tagBytes) throw new AppError(notOpened);
  const decipher = createDecipheriv('aes-256-gcm', await keyFrom(passphrase, sealing), nonceOf(sealing));
  decipher.setAAD(Buffer.from(beside));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new AppError(notOpened);
  }
}

const nonceOf = ({ nonce }: Sealing) => Buffer.from(nonce, 'base64');

/** Derives the same key on every keyboard: accents may be typed as one character or as two. */
function keyFrom(passphrase: string, { cost, blockSize, parallel, salt }: Sealing): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallel, maxmem: maxMemoryBytes + 1024 ** 2 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, options, (thrown, key) =>
      thrown ? reject(thrown) : resolve(key),
    );
  });
}

const notOpened = failure('invalid-key', 'The passphrase is wrong, or the file was changed after it was encrypted.', {
  effect: 'unchanged',
  hint: 'Enter the passphrase again, or import the connections without their keys.',
  param: 'passphrase',
});
