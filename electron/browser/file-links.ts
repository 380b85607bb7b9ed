import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const validMs = 10 * 60_000;

/** Addresses under which the page loads stored files. Each is valid for one file and ten minutes. */
export interface FileLinks {
  /** Path and query on this server. */
  addressFor(id: string): string;
  /** Returns the file id of a target, or `null` if it is not a valid link from this run of the program. */
  read(target: string): string | null;
}

/**
 * Creates the signed file links. `<img>` and `<video>` cannot send a token, so the address itself proves that the
 * page was given it. Each start creates a new signing key.
 */
export function createFileLinks(now: () => number = Date.now): FileLinks {
  const key = randomBytes(32);
  const sign = (id: string, expires: string) => createHmac('sha256', key).update(`${id}\n${expires}`).digest();

  return {
    addressFor(id) {
      const expires = String(now() + validMs);
      return `/files/${encodeURIComponent(id)}?exp=${expires}&sig=${sign(id, expires).toString('base64url')}`;
    },
    read(target) {
      const { pathname, searchParams } = new URL(target, 'http://127.0.0.1');
      const id = decodeId(pathname);
      const expires = searchParams.get('exp');
      const given = Buffer.from(searchParams.get('sig') ?? '', 'base64url');
      if (id === null || expires === null || given.length !== 32) return null;
      if (!timingSafeEqual(given, sign(id, expires))) return null;
      return Number(expires) >= now() ? id : null;
    },
  };
}

function decodeId(pathname: string): string | null {
  const [, encoded] = /^\/files\/([^/]+)$/.exec(pathname) ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
