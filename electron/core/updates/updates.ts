import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { Language } from '#shared/contract/language.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { localeOf } from '#shared/locale/locale.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { HostServices, Updater } from '../host-services.ts';
import type { UpdateChoices } from './update-choices.ts';

interface UpdatesParts {
  /** `null` on hosts that are brought up to date in another way. */
  updater: Updater | null;
  choices: UpdateChoices;
  notify: HostServices['shell']['notify'];
  /** Of what the system's own notifications say. Default: English. */
  language?: () => Language;
  announce: (change: Change) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  timings?: { firstMs: number; everyMs: number };
}

export interface Updates {
  readonly area: Core['updates'];
  close(): void;
}

/** The first look is not part of the start; then once a day is enough for a program that people leave open. */
const usualTimings = { firstMs: 30_000, everyMs: 24 * 3_600_000 };

const settingsPanel = { kind: 'panel', id: 'settings' } as const;

type Progress = Pick<UpdateState, 'step' | 'version' | 'percent' | 'askedAt' | 'failure'>;
const untouched: Progress = { step: 'idle', version: null, percent: null, askedAt: null, failure: null };

/**
 * Newer versions of the program. Off until the person switches it on, and then the feed of the build is the only place
 * that is asked, for the list of versions of a channel, with nothing that tells one person from another.
 */
export function createUpdates(parts: UpdatesParts): Updates {
  const { updater, choices, notify, announce, language = () => 'en', now = Date.now, timings = usualTimings } = parts;
  let progress = untouched;
  let asking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const step = (next: Partial<Progress>) => {
    progress = { ...progress, ...next };
    announce({ area: 'updates' });
  };
  const state = (): UpdateState => ({
    support: updater?.support ?? 'not-this-host',
    feed: updater?.feed ?? null,
    ...choices.read(),
    ...progress,
  });
  const able = (): Updater => {
    if (updater?.support === 'ready') return updater;
    throw new AppError(notAble);
  };

  const look = async (from: Updater, isByItself: boolean) => {
    const { channel, mode } = choices.read();
    step({ step: 'asking', failure: null });
    try {
      const version = await from.find(channel);
      // Only now did the host notice that it can not: nobody was asked.
      if (from.support !== 'ready') return step(untouched);
      step({ step: version ? 'found' : 'newest', version, percent: null, askedAt: now() });
      if (!version || !isByItself) return;
      if (mode === 'fetch') await bring(from);
      else notify(...localeOf(language()).updates.found(version), settingsPanel);
    } catch (thrown) {
      step({ step: 'failed', failure: notReached(thrown) });
    }
  };
  const bring = async (from: Updater) => {
    let lastPercent = -1;
    step({ step: 'fetching', percent: 0, failure: null });
    try {
      await from.fetch((percent) => {
        if (Math.floor(percent) === lastPercent) return;
        lastPercent = Math.floor(percent);
        step({ percent: lastPercent });
      });
      step({ step: 'fetched', percent: 100 });
      notify(...localeOf(language()).updates.fetched(progress.version ?? ''), settingsPanel);
    } catch (thrown) {
      step({ step: 'failed', percent: null, failure: notReached(thrown) });
    }
  };
  /** One look or download at a time, whoever wants it. */
  const alone = (work: () => Promise<void>) => {
    asking ??= work().finally(() => {
      asking = null;
    });
    return asking;
  };

  const plan = (afterMs: number) => {
    clearTimeout(timer);
    if (updater?.support !== 'ready' || choices.read().mode === 'off') return;
    timer = setTimeout(() => {
      if (progress.step !== 'fetched') void alone(() => look(updater, true));
      plan(timings.everyMs);
    }, afterMs).unref();
  };
  plan(timings.firstMs);

  return {
    area: {
      state,
      choose(wanted) {
        if (wanted.mode !== 'off') able();
        const before = choices.read();
        choices.write({ mode: wanted.mode ?? before.mode, channel: wanted.channel ?? before.channel });
        // What was found on one channel says nothing about the other.
        if (wanted.channel && wanted.channel !== before.channel) step(untouched);
        else announce({ area: 'updates' });
        plan(timings.firstMs);
        return state();
      },
      async ask() {
        const from = able();
        if (progress.step !== 'fetched') await alone(() => look(from, false));
        return state();
      },
      async fetch() {
        const from = able();
        if (progress.version === null) throw new AppError(nothingFound);
        if (progress.step !== 'fetched') await alone(() => bring(from));
        return state();
      },
      install() {
        if (progress.step !== 'fetched') throw new AppError(nothingFetched);
        able().install();
      },
    },
    close: () => clearTimeout(timer),
  };
}

const notAble = failure('misuse', 'This Patchbay can not bring itself up to date.', {
  hint: 'Settings, Updates says why. Bring it up to date in the way it was installed.',
});
const nothingFound = failure('not-found-here', 'No newer version was found yet.', { hint: 'Ask for one first.' });
const nothingFetched = failure('not-found-here', 'No newer version has been fetched.', { hint: 'Fetch one first.' });

/** The host names what went wrong; anything else that it throws is quoted. */
const notReached = (thrown: unknown) =>
  thrown instanceof AppError
    ? thrown.failure
    : failure('unreachable', `The update failed: ${thrown instanceof Error ? thrown.message.split('\n')[0] : thrown}`, {
        hint: 'This version keeps running, and nothing was installed. Try again later.',
        retryable: true,
      });
