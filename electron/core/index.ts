import { setTimeout as wait } from 'node:timers/promises';
import { createBackups } from './backups/backups.ts';
import { createChecks } from './checks/checks.ts';
import { createCompare } from './compare/compare.ts';
import { openConnections } from './connections/connections.ts';
import { createDemoArea } from './demo-area/demo-area.ts';
import { createDownloads } from './downloads/download.ts';
import { createResultMedia } from './downloads/fetch-result-media.ts';
import { createExchanges } from './exchange/exchanges.ts';
import { openFileStore } from './files/file-store.ts';
import { createFiles } from './files/files.ts';
import { removeUnnamed, sweepUnnamed } from './files/unnamed-files.ts';
import { createChangeFeed, watchOtherWriters } from './host/change-feed.ts';
import { createHost } from './host/host.ts';
import { createNotices } from './host/notices.ts';
import { createReportedWork } from './host/reported-work.ts';
import { createSavingTrouble } from './host/saving-trouble.ts';
import { networkNames } from './host/watch-computer.ts';
import type { HostServices } from './host-services.ts';
import { createKeyBalance } from './keys/key-balance.ts';
import { createLibrary } from './library/library.ts';
import { createLimits } from './limits/limits.ts';
import { createModels } from './models/models.ts';
import { systemClock } from './ports.ts';
import { createPrices } from './prices/prices.ts';
import { createPrompts } from './prompts/prompts.ts';
import { probeSession } from './realtime/probe-session.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { harFrames } from './realtime/record/export-session.ts';
import { sessionTimings } from './realtime/timings.ts';
import { Redactor } from './redaction/redact.ts';
import type { CoreOptions, RunningCore } from './running-core.ts';
import { createSettings, createShownLanguage } from './settings/settings.ts';
import { createCoreFacts } from './store/core-facts.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createHeldWrites } from './store/held-writes.ts';
import { startMaintenance } from './store/maintenance/maintenance.ts';
import { adoptExchanges, borrowPrices } from './store/records/adopt-exchanges.ts';
import { isDamage, nameFaults } from './store/storage-failure.ts';
import { createTrustedTime } from './store/trusted-time.ts';
import { createTasks } from './tasks/tasks.ts';
import { createUpdates } from './updates/updates.ts';

export type { CoreOptions, RunningCore };

const drainLimitMs = 5_000;

/**
 * Starts the core on the data folder of a host. It always starts: problems with the folder are reported by `host.info`.
 */
export async function createCore(host: HostServices, options: CoreOptions = {}): Promise<RunningCore> {
  const db = openDatabase(host.dataFolder);
  try {
    return await startCore(host, db, options);
  } catch (thrown) {
    if (isDamage(thrown)) db.suspectDamage();
    db.close();
    if (!isDamage(thrown)) throw thrown;
  }
  // The second opening reads the whole file and repairs it.
  return startCore(host, openDatabase(host.dataFolder), options);
}

/** Creates everything, in order of dependency. */
async function startCore(host: HostServices, db: Database, options: CoreOptions): Promise<RunningCore> {
  const feed = createChangeFeed();
  const { announce } = feed;
  const isCommand = host.lifetime === 'command';
  const trouble = createSavingTrouble(() => announce({ area: 'host' }));
  const held = createHeldWrites(db, trouble.ofResults);
  const clock = options.clock ?? systemClock;
  const time = createTrustedTime(db, clock);
  const common = {
    db,
    held,
    announce,
    hostServices: host,
    dataFolder: host.dataFolder,
    version: host.version,
    notify: host.shell.notify,
    language: isCommand ? () => 'en' as const : createShownLanguage(db),
    facts: createCoreFacts(db),
    files: await openFileStore(db, host.dataFolder, time.now),
    clock,
    time,
    networks: options.networks ?? networkNames,
  };
  const { files, facts } = common;
  const notices = createNotices(common);
  const gateways = await openConnections({ ...common, overrides: options.overrides, keyName: options.keyName });
  const { connections, keys, nativeKeys } = gateways;
  const limits = createLimits(common);
  const prices = createPrices({ ...common, ...gateways, changes: feed.listen });
  let sessions: Realtime | null = null;
  const exchanges = createExchanges({
    ...common,
    connections: gateways.port,
    keys,
    nativeKeys,
    memory: options.memory,
    fetchMedia: (request) => fetchMedia(request),
    refusedFields: limits.refusedFields,
    framesOf: harFrames,
    costOf: prices.costOf,
    onEnd(ended, readRequest) {
      limits.learn(ended, readRequest);
      prices.charge(ended, readRequest);
    },
    onStage(exchange) {
      gateways.noteStage(exchange);
      time.note(exchange);
      options.onExchange?.(exchange);
    },
    onPageRun: notices.request,
    stopSessions: async (ids) => sessions?.stop(ids),
    async onForgotten(fileIds, ids) {
      prices.forget(ids);
      await sessions?.sweep();
      await removeUnnamed(db, files, fileIds);
    },
    onChange: (id) => announce({ area: 'exchanges', ...(id !== undefined && { id }) }),
    onTrouble: trouble.ofExchanges,
  });
  const downloads = createDownloads({ ...exchanges.base, files, timings: options.downloadTimings });
  const fetchMedia = createResultMedia(downloads);
  const realtime = createRealtime({
    ...common,
    base: exchanges.base,
    origin: isCommand ? 'terminal' : 'panel',
    timings: { ...sessionTimings, ...options.sessionTimings },
  });
  sessions = realtime;
  const models = createModels({ ...common, ...gateways, exchanges });
  const checks = createChecks({
    ...common,
    connections,
    keys: keys.area,
    models,
    limits: limits.area,
    exchanges,
    probeSession: (draft, signal) => probeSession(draft, realtime, signal),
    onEnd: notices.check,
  });
  const compare = createCompare({
    ...common,
    connections,
    keys: keys.area,
    exchanges,
    prices,
    origin: isCommand ? 'terminal' : 'panel',
  });
  const work = createReportedWork({ announce, isBusy: exchanges.isBusy, onEnd: notices.embedding });
  const tasks = createTasks({
    ...common,
    exchanges,
    downloads,
    connections,
    keys,
    changes: feed.listen,
    resumes: !isCommand,
    timings: options.taskTimings,
  });
  const library = createLibrary(common);
  const redact = (text: string) => new Redactor(gateways.secrets()).text(text);
  if (!isCommand) void sweepUnnamed(db, files, facts, clock.now(), time.isSure()).catch(() => {});
  const demo = createDemoArea({ ...common, connections, keys });
  void demo.resume();
  const updates = createUpdates({ ...common, updater: host.updater });
  const backups = createBackups({ ...common, seal: gateways.seal });
  const maintenance = startMaintenance({
    ...common,
    sweep: backups.sweep,
    timings: { ...(isCommand && { firstMs: Number.POSITIVE_INFINITY }), ...options.maintenanceTimings },
  });
  const stopWatching = watchOtherWriters(db.sql, announce);

  let closing: Promise<void> | undefined;
  const close = async () => {
    stopWatching();
    prices.close();
    updates.close();
    // Only the record of a run that does not end has to wait for the next start.
    await Promise.race([
      Promise.all([checks.close(), compare.close(), tasks.close(), realtime.close()])
        .then(downloads.close)
        .then(exchanges.close),
      wait(drainLimitMs, undefined, { ref: false }),
    ]);
    held.close();
    time.close();
    await demo.close();
    await maintenance.close();
    feed.close();
    library.close();
    await files.close();
    db.close({ tidies: !isCommand });
  };

  const handlers = {
    host: createHost({
      ...common,
      maintenance,
      trouble: trouble.current,
      clockNotice: () => time.notice(exchanges.countOutdated),
      feed,
      reportWork: work.report,
    }),
    ...nameFaults(
      {
        connections: gateways.area,
        keys: { ...keys.area, ...createKeyBalance({ connections, keys, exchanges }) },
        models,
        exchanges: exchanges.handlers,
        files: createFiles(common),
        library: library.area,
        prompts: createPrompts({ ...common, redact }),
        backups: backups.area,
        settings: createSettings(common),
        limits: limits.area,
        prices: prices.area,
        demo: demo.area,
        checks: checks.area,
        compare: compare.area,
        tasks: tasks.area,
        realtime: realtime.area,
        updates: updates.area,
      },
      db.suspectDamage,
    ),
  };

  return {
    handlers,
    files,
    backups,
    proxyPassword: gateways.port.proxyPassword,
    ongoing: () => [...exchanges.uploads(), ...work.shares()],
    adoptHistory(folder, same) {
      if (adoptExchanges(db, folder, same) > 0) announce({ area: 'exchanges' });
      if (same) announce({ area: 'models', id: same.here });
    },
    borrowPrices(folder, same) {
      borrowPrices(db, folder, same);
      announce({ area: 'models', id: same.here });
    },
    trustedTime: time.now,
    redact,
    close: () => (closing ??= close()),
    closeNow() {
      closing ??= Promise.resolve();
      stopWatching();
      prices.close();
      exchanges.closeNow();
      held.close();
      time.close();
      library.close();
      db.close();
    },
  };
}
