import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The delay doubles with every wrong token between these limits, and resets after a quiet minute. */
const firstDelayMs = 10;
const longestDelayMs = 1500;
const forgivenAfterMs = 60_000;
/**
 * Maximum number of wrong tokens that wait at the same time. More are refused immediately, so they cannot pile up.
 */
const waitingLimit = 32;

/** The secret that grants a page access. */
export interface AccessToken {
  /** 256 random bits. */
  readonly token: string;
  /** Compares in constant time. A wrong token waits for its refusal, longer after each; a valid one never waits. */
  check(candidate: unknown): Promise<boolean>;
}

/**
 * Creates the access token. It is valid as long as the process and can be reused. A single-use code would be safer
 * against
 * a later reader of the terminal, but the printed address is how the user returns after closing the tab, opens a
 * second tab, or connects through an SSH tunnel; and anyone who can read the terminal can read this process.
 *
 * @param onWrong called for every wrong token.
 */
export function createAccessToken(onWrong: () => void = () => {}): AccessToken {
  const token = randomBytes(32).toString('base64url');
  const expected = digest(token);
  let wrong = 0;
  let lastWrongAt = 0;
  let waiting = 0;

  return {
    token,
    async check(candidate) {
      // All digests have the same length, so the duration reveals neither the content nor the length of the token.
      if (typeof candidate === 'string' && timingSafeEqual(digest(candidate), expected)) return true;
      onWrong();
      const now = performance.now();
      if (now - lastWrongAt > forgivenAfterMs) wrong = 0;
      lastWrongAt = now;
      wrong += 1;
      if (waiting >= waitingLimit) return false;
      waiting += 1;
      await sleep(Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(wrong - 1, 10)), undefined, { ref: false });
      waiting -= 1;
      return false;
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
