import { setTimeout as wait } from 'node:timers/promises';
import type { NativeKeyChoice } from '#shared/contract/connections.ts';
import type { CallContext } from '#shared/contract/define.ts';
import type { BodyWindow, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { createBackups } from './backups/backups.ts';
import { createChecks } from './checks/checks.ts';
import { keyModelsOf } from './checks/key-models.ts';
import { createConnectionRows, withNativeKeyStyle } from './connections/connection-rows.ts';
import { createConnections } from './connections/connections.ts';
import { createLights } from './connections/lights.ts';
import { createProxyPasswords } from './connections/proxy-passwords.ts';
import { createDemoArea } from './demo-area/demo-area.ts';
import { createDownloads, type DownloadTimings } from './downloads/download.ts';
import { createExchanges } from './exchange/exchanges.ts';
import type { MemoryPort } from './exchange/memory-pressure.ts';
import { openFileStore } from './files/file-store.ts';
import { createFiles } from './files/files.ts';
import { removeUnnamed, sweepUnnamed } from './files/unnamed-files.ts';
import { createChangeFeed } from './host/change-feed.ts';
import { createHost } from './host/host.ts';
import { createNotices } from './host/notices.ts';
import { watchOtherWriters } from './host/other-writers.ts';
import { createReportedWork } from './host/reported-work.ts';
import { networkNames } from './host/watch-computer.ts';
import type { HostServices } from './host-services.ts';
import { headerSecrets } from './http/header-rules.ts';
import { createKeys } from './keys/keys.ts';
import { createVaultOfThisRun, noteSecrets } from './keys/seen-secrets.ts';
import { createLibrary } from './library/library.ts';
import { createLimits } from './limits/limits.ts';
import type { Perform } from './models/ask-listing.ts';
import { createListings } from './models/listings.ts';
import { createModels } from './models/models.ts';
import { createNativeKeyStyles } from './models/native-key-styles.ts';
import { type Clock, systemClock } from './ports.ts';
import { probeSession } from './realtime/probe-session.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { harFrames } from './realtime/record/har-frames.ts';
import { type SessionTimings, sessionTimings } from './realtime/timings.ts';
import { Redactor } from './redaction/redact.ts';
import type { RunningCore } from './running-core.ts';
import { createSettings, createShownLanguage } from './settings/settings.ts';
import { createCoreFacts } from './store/core-facts.ts';
import { type Database, openDatabase } from './store/database.ts';
import { type MaintenanceTimings, maintenanceTimings, startMaintenance } from './store/maintenance/maintenance.ts';
import { type Handlers, nameFaults } from './store/name-faults.ts';
import { isDamage } from './store/storage-failure.ts';
import { defaultTimings, type TaskTimings } from './tasks/polling/task-timings.ts';
import { createTasks } from './tasks/tasks.ts';
import { createUpdateChoices } from './updates/update-choices.ts';
import { createUpdates } from './updates/updates.ts';

export type { RunningCore };

/** What tests make shorter or give out themselves, and what one command of the terminal changes. */
export interface CoreOptions {
  taskTimings?: Partial<TaskTimings>;
  sessionTimings?: Partial<SessionTimings>;
  upkeepTimings?: Partial<MaintenanceTimings>;
  downloadTimings?: Partial<DownloadTimings>;
  clock?: Clock;
  memory?: MemoryPort;
  /** Names of the networks that this computer is on; another text when that changed. */
  networks?: () => string;
  /** Of every connection while this core runs, whatever is stored: an option of the terminal. */
  nativeKeyStyle?: NativeKeyChoice | undefined;
}

const drainLimitMs = 5_000;
/** The core's own questions to its areas: nobody leaves before the answer. */
const neverAborted: CallContext = { signal: new AbortController().signal };

/**
 * Starts the core on the data folder of a host. It always starts: what is wrong with the folder is said by `host.info`.
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

async function startCore(host: HostServices, db: Database, options: CoreOptions): Promise<RunningCore> {
  const feed = createChangeFeed();
  const { announce } = feed;
  const { clock = systemClock, networks = networkNames } = options;

  const isCommand = host.lifetime === 'command';
  const language = isCommand ? () => 'en' as const : createShownLanguage(db);
  const notices = createNotices(host.shell.notify, language);
  const files = await openFileStore(db, host.dataFolder);
  const stored = createConnectionRows(db);
  const connections = options.nativeKeyStyle ? withNativeKeyStyle(stored, options.nativeKeyStyle) : stored;
  const listings = createListings(db);
  const styles = createNativeKeyStyles(db);
  const { vault, all: secrets } = noteSecrets(db.saving ? host.vault : createVaultOfThisRun(host.vault));
  const keys = createKeys({ db, vault, connections, announce });
  const passwords = createProxyPasswords({ rows: connections, vault });
  const lights = createLights({ db, announce });
  const limits = createLimits({ db, announce });
  let trouble: Failure | null = null;
  let realtime: Realtime | null = null;
  const exchanges = createExchanges({
    db,
    hands: host,
    connections: { find: connections.find, proxyPassword: passwords.reveal },
    keys,
    nativeKeys: styles,
    files,
    clock,
    memory: options.memory,
    framesOf: harFrames,
    onEnd: limits.learn,
    language,
    onStage: lights.note,
    onPageRun(last, durationMs) {
      // Batches are told of together.
      if (last.routeId !== 'embeddings') notices.request(last, durationMs);
    },
    stopSessions: async (ids) => realtime?.stop(ids),
    async onForgotten(fileIds) {
      await realtime?.sweep();
      await removeUnnamed(db, files, fileIds);
    },
    onChange: (id) => announce({ area: 'exchanges', ...(id !== undefined && { id }) }),
    onTrouble(failure) {
      trouble = failure;
      announce({ area: 'host' });
    },
  });
  const downloads = createDownloads({ ...exchanges.base, files, timings: options.downloadTimings });
  const sessions = createRealtime({
    db,
    base: exchanges.base,
    files,
    dataFolder: host.dataFolder,
    origin: isCommand ? 'terminal' : 'panel',
    announce,
    networks,
    timings: { ...sessionTimings, ...options.sessionTimings },
  });
  realtime = sessions;
  const perform: Perform = (draft) =>
    exchanges.perform(draft, { signal: new AbortController().signal, keepDraft: true });
  const models = createModels({ db, listings, styles, connections, keys, perform, announce });
  const checks = createChecks({
    db,
    connections,
    keys: async (connectionId) => keys.area.status({ connectionId }, neverAborted),
    async models(connectionId, keyId) {
      const asked = keyId === null ? { connectionId } : { connectionId, keyId };
      return keyModelsOf(await models.list(asked, neverAborted));
    },
    files,
    port: {
      perform: (draft, signal) =>
        draft.routeId === 'realtime'
          ? probeSession(draft, sessions, signal)
          : exchanges.perform(draft, { signal, keepDraft: true }),
      detail: (id) => exchanges.handlers.get({ id }, neverAborted),
      answer: exchanges.answer,
    },
    version: host.version,
    announce,
    onEnd: notices.check,
  });
  const work = createReportedWork({
    isBusy: exchanges.isBusy,
    onEnd: notices.embedding,
    onChange: () => announce({ area: 'exchanges' }),
  });
  const tasks = createTasks({
    db,
    dataFolder: host.dataFolder,
    exchanges: {
      perform: (draft, { alone = false, ...given }) => exchanges.perform(draft, { ...given, repeat: !alone }),
      download: downloads.download,
      discardDownload: downloads.discard,
      detail: (id) => exchanges.handlers.get({ id }, neverAborted) as ExchangeDetail,
      bytes(id, offset, length) {
        const window = exchanges.handlers.body({ id, side: 'response', offset, length }, neverAborted) as BodyWindow;
        return Buffer.from(window.base64, 'base64');
      },
      replay: (id) => exchanges.handlers.watch({ id }, neverAborted),
      forget: async (ids) => exchanges.handlers.forget({ ids: [...ids] }, neverAborted),
    },
    connections,
    keys,
    files,
    notify: host.shell.notify,
    language,
    announce,
    changes: feed.listen,
    resumes: !isCommand,
    clock,
    timings: { ...defaultTimings, ...options.taskTimings },
    networks,
  });
  const library = createLibrary({ db, folder: host.dataFolder, files, announce });
  const facts = createCoreFacts(db);
  if (!isCommand) void sweepUnnamed(db, files, facts, clock.now()).catch(() => {});
  const demo = createDemoArea({ hands: host, db, facts, connections, keys, announce });
  void demo.resume();
  const updates = createUpdates({
    updater: host.updater,
    choices: createUpdateChoices(facts),
    notify: host.shell.notify,
    language,
    announce,
  });
  const backups = createBackups({ db, dataFolder: host.dataFolder, files, facts, version: host.version, announce });
  const firstMs = isCommand ? Number.POSITIVE_INFINITY : maintenanceTimings.firstMs;
  const maintenance = startMaintenance({
    db,
    dataFolder: host.dataFolder,
    facts,
    sweep: backups.sweep,
    onNotice: () => announce({ area: 'host' }),
    onBackup: () => announce({ area: 'backups' }),
    timings: { ...maintenanceTimings, firstMs, ...options.upkeepTimings },
  });
  const stopWatching = watchOtherWriters(db.sql, announce);

  let closing: Promise<void> | undefined;
  const close = async () => {
    stopWatching();
    updates.close();
    // A run that does not end is the one case in which its record must wait for the next start.
    await Promise.race([
      Promise.all([checks.close(), tasks.close(), sessions.close()]).then(downloads.close).then(exchanges.close),
      wait(drainLimitMs, undefined, { ref: false }),
    ]);
    await demo.close();
    await maintenance.close();
    feed.close();
    library.close();
    await files.close();
    db.close();
  };

  const named = <H extends Handlers>(handlers: H): H => nameFaults(handlers, db.suspectDamage);
  return {
    handlers: {
      host: createHost({
        hands: host,
        db,
        found: () => maintenance.notices,
        trouble: () => trouble,
        feed,
        reportWork: work.report,
      }),
      connections: named(
        createConnections({ db, rows: connections, keys, listings, passwords, lights, files, hands: host, announce }),
      ),
      keys: named(keys.area),
      models: named(models),
      exchanges: named(exchanges.handlers),
      files: named(createFiles({ store: files, hands: host })),
      library: named(library.area),
      backups: named(backups.area),
      settings: named(createSettings({ db, announce })),
      limits: named(limits.area),
      demo: named(demo.area),
      checks: named(checks.area),
      tasks: named(tasks.area),
      realtime: named(sessions.area),
      updates: named(updates.area),
    },
    files,
    backups,
    proxyPassword: passwords.reveal,
    ongoing: () => [...exchanges.uploads(), ...work.shares()],
    redact: (text) =>
      new Redactor([...secrets(), ...stored.list().flatMap(({ headers }) => headerSecrets(headers))]).text(text),
    close: () => (closing ??= close()),
    closeNow() {
      closing ??= Promise.resolve();
      stopWatching();
      exchanges.closeNow();
      library.close();
      db.close();
    },
  };
}
