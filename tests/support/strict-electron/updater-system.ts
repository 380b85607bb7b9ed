import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Strict } from './strict.ts';

/** Squirrel.Mac behind `autoUpdater`: requests the URL it was given, downloads the archive that it names, and verifies it. */
export function playAutoUpdater(strict: Strict, quit: () => void) {
  class AutoUpdater extends EventEmitter {
    #feed: { url: string; headers?: Record<string, string> } | null = null;
    setFeedURL(feed: { url: string; headers?: Record<string, string> }) {
      this.#feed = feed;
    }
    getFeedURL = () => this.#feed?.url ?? '';
    checkForUpdates() {
      const { url, headers } = this.#feed ?? { url: '', headers: {} };
      const fetchArchive = async () => {
        const asked = await fetch(url, { headers: headers ?? {} });
        const archive = await fetch(((await asked.json()) as { url: string }).url);
        const text = await archive.text();
        // The library hears nothing of the verification that follows.
        await delay(50);
        if (!text.startsWith('signed')) throw new Error('Code signature at URL did not pass validation');
        strict.log.push('Squirrel has the archive');
        this.emit('update-downloaded');
      };
      // The typings have this event without its argument.
      fetchArchive().catch((error: unknown) => this.emit('error', error));
    }
    quitAndInstall() {
      this.emit('before-quit-for-update');
      quit();
    }
  }
  return new AutoUpdater();
}

/** The signature of a file as PowerShell reads it: the signer, or `null` for an unsigned file. */
export interface Signatures {
  signer: string | null;
}

/**
 * From now on nothing that the updater's library starts really runs: it is logged as `start NAME WORDS`. Windows signatures
 * are read from `signatures`.
 */
export function watchStarts(strict: Strict, signatures: Signatures): void {
  const say = (file: string, words: readonly string[]) =>
    void strict.log.push(['start', path.basename(file), ...words].join(' '));
  const started = () => Object.assign(new EventEmitter(), { pid: 1, unref() {} });
  const real = childProcess.execFileSync;
  Object.assign(childProcess, {
    spawn(file: string, words: readonly string[] = []) {
      say(file, words);
      return started();
    },
    execFileSync(file: string, words: readonly string[] = [], ...rest: []) {
      // What the library asks macOS about the processor.
      if (file === 'sysctl' || file === 'uname') return '';
      if (file === 'mv') return real(file, words, ...rest);
      say(file, words);
      return '';
    },
    execFile(_file: string, words: readonly string[], _options: object, done: (...told: unknown[]) => void) {
      const place = /-LiteralPath '([^']*)'/.exec(words.join(' '))?.[1];
      if (!place) throw new Error(`nobody plays ${words.join(' ')}`);
      const { signer } = signatures;
      const status = signer === null ? 2 : 0;
      const certificate = signer === null ? null : { Subject: signer };
      setImmediate(() =>
        done(null, JSON.stringify({ Status: status, Path: place, SignerCertificate: certificate }), ''),
      );
    },
  });
  syncBuiltinESMExports();
}
