import { randomBytes } from 'node:crypto';

const validMs = 60_000;

/** Codes with which this program opens its own page in a browser. */
export interface Launches {
  issue(): string;
  /** True once, within a minute. */
  redeem(code: string): boolean;
}

/**
 * What opens the browser is a command line, and those can be read by every user of the computer. So the token does not
 * stand there but a code that is worthless after its first use; the server answers it with the address that holds the
 * token.
 */
export function createLaunches(now: () => number = () => performance.now()): Launches {
  const issuedAt = new Map<string, number>();
  return {
    issue() {
      const code = randomBytes(32).toString('base64url');
      issuedAt.set(code, now());
      return code;
    },
    redeem(code) {
      const at = issuedAt.get(code);
      issuedAt.delete(code);
      return at !== undefined && now() - at <= validMs;
    },
  };
}
