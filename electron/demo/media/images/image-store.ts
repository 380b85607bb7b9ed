import { randomBytes } from 'node:crypto';
import { type Reply, rawReply, storageError } from '../../responses/reply.ts';

const prefix = '/images/';
const storedImages = 64;
const lifetimeMs = 3_600_000;

/** Images that can be fetched from their own address for an hour, without a key, as from a file host. */
export interface ImageStore {
  /** Stores an image and returns its path. A negative lifetime creates one that has expired. */
  put(png: Buffer, lifeMs?: number): string;
  /** Returns the reply for a path, or `null` if it is not an image path. */
  respond(path: string): Reply | null;
}

export function createImageStore(now: () => number = Date.now): ImageStore {
  const images = new Map<string, { png: Buffer; until: number }>();
  return {
    put(png, lifeMs = lifetimeMs) {
      const name = `${randomBytes(12).toString('base64url')}.png`;
      images.set(name, { png, until: now() + lifeMs });
      const oldest = images.size > storedImages ? images.keys().next().value : undefined;
      if (oldest !== undefined) images.delete(oldest);
      return prefix + name;
    },
    respond(path) {
      if (!path.startsWith(prefix)) return null;
      const found = images.get(path.slice(prefix.length));
      if (!found) return storageError(404, 'BlobNotFound', 'The specified blob does not exist.');
      if (found.until < now())
        return storageError(403, 'AuthenticationFailed', 'Signature not valid in the specified time frame.');
      return rawReply(200, 'image/png', found.png);
    },
  };
}
