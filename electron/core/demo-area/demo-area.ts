import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import type { DemoState } from '#shared/contract/demo.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { connectionDefaults } from '../connections/connection-of.ts';
import type { ConnectionRows } from '../connections/connection-rows.ts';
import type { DemoHandle, HostServices } from '../host-services.ts';
import type { Keys } from '../keys/keys.ts';
import type { CoreFacts } from '../store/core-facts.ts';
import type { Database } from '../store/database.ts';

interface DemoParts {
  hostServices: Pick<HostServices, 'lifetime' | 'startDemo'>;
  db: Database;
  facts: CoreFacts;
  connections: ConnectionRows;
  keys: Keys;
  announce: (change: Change) => void;
}

export interface DemoArea {
  readonly area: Core['demo'];
  /**
   * Starts it if it was running when the program last ended, so that conversations with it can continue. Never rejects.
   */
  resume(): Promise<void>;
  /** Stops it for this run of the program only. */
  close(): Promise<void>;
}

/** The process that runs the demo. It stays set until the user stops the demo, across restarts of the program. */
const runnerFact = 'demo-runner';
/** Which key of the connection is the demo's own; the user may have added others. */
const keyFact = 'demo-key';

/**
 * Manages the demo gateway and its connection. Its port changes at every start, so the connection's address is updated
 * and its key bound again. Of several programs on one data folder only one runs it; the others use it.
 */
export function createDemoArea({ hostServices, db, facts, connections, keys, announce }: DemoParts): DemoArea {
  let handle: DemoHandle | null = null;
  let starting: Promise<void> | null = null;
  const isRunning = db.sql.prepare('SELECT 1 FROM processes WHERE id = ?');

  const runsElsewhere = (): boolean => {
    const runner = facts.read(runnerFact);
    if (runner === null || runner === db.processId) return false;
    db.forgetEndedProcesses();
    return isRunning.get(runner) !== undefined;
  };

  const launch = async () => {
    const started = await hostServices.startDemo();
    try {
      await connect(started);
    } catch (thrown) {
      await started.close();
      throw thrown;
    }
    handle = started;
    facts.write(runnerFact, db.processId);
    announce({ area: 'demo' });
  };

  const ownKey = (connectionId: string) => {
    const id = facts.read(keyFact);
    return id === null ? null : keys.choose(connectionId, id);
  };

  const connect = async ({ url, key: secret }: DemoHandle) => {
    const connection = demoConnection(connections.findDemo(), url);
    connections.write(connection);
    const known = ownKey(connection.id);
    const { id } = await keys.put({
      ...(known && { id: known.id }),
      connectionId: connection.id,
      alias: known?.alias ?? 'demo',
      secret,
    });
    facts.write(keyFact, id);
    announce({ area: 'connections', id: connection.id });
  };

  /** The key of a demo that another process runs may exist only in that process's memory. */
  const checkAccess = async () => {
    const connection = connections.findDemo();
    const key = connection && ownKey(connection.id);
    if (!key || (await keys.take(key.id, connection.origin)) === null) throw new AppError(outOfReach);
  };

  /** Concurrent callers share one start. */
  const start = (): Promise<void> => {
    if (handle) return Promise.resolve();
    if (runsElsewhere()) return checkAccess();
    starting ??= launch().finally(() => {
      starting = null;
    });
    return starting;
  };

  const state = (): DemoState => {
    const connection = connections.findDemo();
    const away = !handle && runsElsewhere();
    return {
      running: handle !== null || away,
      address: handle?.url ?? (away ? (connection?.origin ?? null) : null),
      connectionId: connection?.id ?? null,
      pace: handle?.pace() ?? 0,
      scenario: handle?.scenario() ?? null,
      scenarios: (handle?.scenarios ?? []).map(({ name, group, title }) => ({ name, group, title })),
    };
  };

  const own = (): DemoHandle => {
    if (handle) return handle;
    throw new AppError(runsElsewhere() ? notOurs : notRunning);
  };

  const close = async () => {
    await starting?.catch(() => {});
    const closing = handle;
    handle = null;
    await closing?.close();
  };

  return {
    area: {
      async state() {
        await starting?.catch(() => {});
        return state();
      },
      async start() {
        await start();
        return state();
      },
      async stop() {
        await starting?.catch(() => {});
        if (!handle && runsElsewhere()) throw new AppError(notOurs);
        facts.write(runnerFact, null);
        await close();
        announce({ area: 'demo' });
        return state();
      },
      set({ pace, scenario }) {
        const demo = own();
        if (scenario !== undefined) {
          if (scenario !== null && !demo.scenarios.some(({ name }) => name === scenario)) throw noScenario(scenario);
          demo.setScenario(scenario);
        }
        if (pace !== undefined) demo.setPace(pace);
        announce({ area: 'demo' });
        return state();
      },
    },
    async resume() {
      // A terminal command is short-lived: it starts the demo only on request.
      if (hostServices.lifetime === 'command' || facts.read(runnerFact) === null) return;
      await start().catch(() => {});
    },
    close,
  };
}

const notRunning = failure('not-found-here', 'The demo gateway is not running.', { hint: 'Start it first.' });
const notOurs = failure('not-found-here', 'The demo gateway belongs to another running Patchbay.', {
  hint: 'Change or stop it there. You can still send requests to it.',
});
const outOfReach = failure('not-found-here', 'Another running Patchbay started the demo gateway and has its key.', {
  hint: 'Stop the demo there, then start it here.',
});
const noScenario = (name: string) =>
  new AppError(
    failure('bad-input', `The demo gateway doesn't have a scenario named ${JSON.stringify(name.slice(0, 80))}.`, {
      effect: 'unchanged',
      hint: 'Select one from the list.',
    }),
  );

/** Returns the connection to the demo at `url`: the existing one with its new address, or a new one. */
export function demoConnection(known: Connection | null, url: string): Connection {
  const { origin } = new URL(url);
  return {
    id: randomUUID(),
    name: 'Demo gateway',
    nativeKeyStyle: 'auto',
    headers: [],
    colour: 'none',
    exposedRoutes: ['native.streamGenerateContent', 'custom'],
    isDemo: true,
    ...connectionDefaults(),
    createdAt: Date.now(),
    ...known,
    baseAddress: origin,
    origin,
    acceptedInsecure: false,
  };
}
