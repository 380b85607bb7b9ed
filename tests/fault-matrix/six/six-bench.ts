import type { HostServices, Vault } from '#core/host-services.ts';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';
import { readParts, textOf } from '../../support/core/open-core.ts';
import { canaryKey } from '../../support/exchange/canary.ts';
import { quick } from '../../support/tasks/quick-timings.ts';

/** A core, and pages that connect and disconnect. */
export interface SixBench {
  core: RunningCore;
  client: Client;
  connectionId: string;
  /** The current page disconnects, and another one connects. */
  turnPage(): Client;
  /** What is known of an exchange when it is over, and the text of its reply. */
  ended(id: string): Promise<{ detail: ExchangeDetail; text: string }>;
  /** Waits until a task matches. */
  until(id: string, holds: (task: TaskDetail) => boolean): Promise<TaskDetail>;
  bytesOf(task: TaskDetail): Promise<Buffer>;
  /** The parts of a session up to the first match; all parts of one that is over. */
  sessionUntil(id: string, holds: (part: SessionPart) => boolean): Promise<SessionPart[]>;
  close(): Promise<void>;
}

/** Returns the canary for every key: a vault that outlives its process. */
export const lastingVault: Vault = {
  protection: 'keyring',
  put: async () => {},
  take: async () => canaryKey,
  forget: async () => {},
};

export async function openSix(
  dataFolder: string,
  baseAddress: string,
  {
    connection = {},
    options = {},
    hostServices = {},
  }: { connection?: Partial<ConnectionDraft>; options?: CoreOptions; hostServices?: Partial<HostServices> } = {},
): Promise<SixBench> {
  const core = await createCore(createHostServices({ dataFolder, vault: lastingVault, ...hostServices }), {
    ...options,
    taskTimings: { ...quick, ...options.taskTimings },
    downloadTimings: { waitsMs: [5], limitedMs: 5 },
    sessionTimings: { reconnectMs: [10, 20, 30], closeMs: 200, ...options.sessionTimings },
  });
  const page = () => {
    const [clientPort, serverPort] = createPair();
    return { stop: serve(contract, core.handlers, serverPort), client: connect(contract, clientPort) };
  };
  let now = page();
  let closing: Promise<void> | undefined;
  const close = () => {
    now.stop();
    closing ??= core.close();
    return closing;
  };
  const [known] = await now.client.connections.list({});
  const saved = known ?? (await now.client.connections.save({ name: 'gateway', baseAddress, ...connection }));
  if (!known) await now.client.keys.put({ connectionId: saved.id, alias: 'canary', secret: canaryKey });
  const bench: SixBench = {
    core,
    get client() {
      return now.client;
    },
    connectionId: saved.id,
    turnPage() {
      now.stop();
      now = page();
      return now.client;
    },
    async ended(id) {
      const text = textOf(await readParts(now.client.exchanges.watch({ id })));
      return { detail: await now.client.exchanges.get({ id }), text };
    },
    async until(id, holds) {
      const leaving = new AbortController();
      const changes = now.client.host.changes({}, { signal: leaving.signal })[Symbol.asyncIterator]();
      try {
        for (let next = changes.next(); ; next = changes.next()) {
          next.catch(() => {});
          const task = await now.client.tasks.get({ id });
          if (holds(task)) return task;
          await next;
        }
      } finally {
        leaving.abort();
      }
    },
    async bytesOf({ result }) {
      const file = result.file && (await core.files.open(result.file.id));
      const pieces: Uint8Array[] = [];
      for await (const piece of file?.stream() ?? []) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    async sessionUntil(id, holds) {
      const parts: SessionPart[] = [];
      for await (const part of now.client.realtime.attach({ id })) {
        parts.push(part);
        if (holds(part)) break;
      }
      return parts;
    },
    close,
  };
  return bench;
}
