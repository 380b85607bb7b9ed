import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { Language } from '#shared/contract/language.ts';
import {
  type UpdateChannel,
  type UpdateMode,
  type UpdateState,
  updateChannels,
  updateModes,
} from '#shared/contract/updates.ts';
import { localeOf } from '#shared/locale/locale.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { HostServices, Updater } from '../host-services.ts';
import type { CoreFacts } from '../store/core-facts.ts';

/** Stores the user's update settings. Off by default, and when the stored value is invalid. */
function createUpdateChoices(facts: CoreFacts) {
  return {
    read: () => ({
      mode: updateModes.find((mode) => mode === facts.read('update-mode')) ?? 'off',
      channel: updateChannels.find((channel) => channel === facts.read('update-channel')) ?? 'stable',
    }),
    write({ mode, channel }: { mode: UpdateMode; channel: UpdateChannel }) {
      facts.write('update-mode', mode);
      facts.write('update-channel', channel);
    },
  };
}

interface UpdatesParts {
  /** `null` on hosts that are updated in another way. */
  updater: Updater | null;
  facts: CoreFacts;
  notify: HostServices['shell']['notify'];
  /** Language of system notifications. Default: English. */
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

/**
 * The first check is delayed so that it does not slow the start; then once a day is enough for a long-running program.
 */
const usualTimings = { firstMs: 30_000, everyMs: 24 * 3_600_000 };

const settingsPanel = { kind: 'panel', id: 'settings' } as const;

type Progress = Pick<UpdateState, 'step' | 'version' | 'percent' | 'askedAt' | 'failure'>;
const untouched: Progress = { step: 'idle', version: null, percent: null, askedAt: null, failure: null };

/**
 * Checks for newer versions of the program. Off until the user enables it; then only the build's feed is contacted, for
 * the version list of a channel, with nothing that identifies the user.
 */
export function createUpdates(parts: UpdatesParts): Updates {
  const { updater, facts, notify, announce, language = () => 'en', now = Date.now, timings = usualTimings } = parts;
  const choices = createUpdateChoices(facts);
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

  const checkFeed = async (from: Updater, isByItself: boolean) => {
    const { channel, mode } = choices.read();
    step({ step: 'asking', failure: null });
    try {
      const version = await from.find(channel);
      // The host only now noticed that it cannot update: no feed was contacted.
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
  /** One check or download at a time. */
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
      if (progress.step !== 'fetched') void alone(() => checkFeed(updater, true));
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
        if (progress.step !== 'fetched') await alone(() => checkFeed(from, false));
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

const notAble = failure('misuse', "This installation can't update itself.", {
  hint: 'See Settings, Updates. Update it the way it was installed.',
});
const nothingFound = failure('not-found-here', 'No newer version was found.', { hint: 'Check for updates first.' });
const nothingFetched = failure('not-found-here', 'No newer version was downloaded.', {
  hint: 'Download the update first.',
});

/** Failures named by the host are kept; anything else it throws is quoted. */
const notReached = (thrown: unknown) =>
  thrown instanceof AppError
    ? thrown.failure
    : failure('unreachable', `The update failed: ${thrown instanceof Error ? thrown.message.split('\n')[0] : thrown}`, {
        effect: 'unchanged',
        hint: 'Try again later.',
        retryable: true,
      });
