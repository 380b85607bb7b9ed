import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The delay doubles with every wrong token from here to there, and starts anew after a quiet minute. */
const firstDelayMs = 10;
const longestDelayMs = 1500;
const forgivenAfterMs = 60_000;
/** Wrong tokens that are made to wait at one time; more are told no at once, so that they can not pile up. */
const waitingLimit = 32;

/** The secret that lets a page in. */
export interface AccessToken {
  /** 256 random bits. */
  readonly token: string;
  /** Compares in constant time. A wrong token learns so late, the later the more there were; a good one never waits. */
  check(candidate: unknown): Promise<boolean>;
}

/**
 * The token lives as long as the process and may be used again and again. A single-use code would be stronger against
 * somebody who reads the terminal later, but the printed address is how a person comes back after closing the tab, opens
 * a second tab, or connects from the other end of an SSH tunnel; and who can read the terminal can read this process.
 *
 * @param onWrong told of every wrong token.
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
      // Digests have one length, so neither content nor length of the token shows in the time this takes.
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
