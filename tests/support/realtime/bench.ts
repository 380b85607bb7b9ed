import { onTestFinished } from 'vitest';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
import type { SessionTimings } from '#core/realtime/timings.ts';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { type Client, type Core, contract } from '#shared/contract/index.ts';
import type { SessionDraftInput, SessionPart } from '#shared/contract/realtime.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../core/create-host-services.ts';
import { withEmptyHistory } from '../core/empty-history.ts';
import { tempFolder } from '../core/temp-folder.ts';
import { testFaults } from '../demo-faults/index.ts';

export interface RealtimeBench {
  client: Client;
  /** The same sessions, called without a transport between. */
  area: Core['realtime'];
  connectionId: string;
  dataFolder: string;
  files: RunningCore['files'];
  /** Starts a session and follows it. */
  open(draft?: Partial<SessionDraftInput>): Promise<Listener>;
  close(): Promise<void>;
}

/** Timings that shorten a session's long waits. */
export const shortTimings: Partial<SessionTimings> = {
  connectMs: 4000,
  reconnectMs: [10, 20, 30],
  lateMs: 60,
  configureMs: 2000,
  closeMs: 200,
};

/** A core with a connection to a gateway. */
export async function openRealtime(
  address: string,
  {
    secret = 'demo-key',
    timings = {},
    dataFolder = withEmptyHistory(tempFolder()),
    connection = {},
    options = {},
  }: {
    secret?: string;
    timings?: Partial<SessionTimings>;
    dataFolder?: string;
    connection?: Partial<ConnectionDraft>;
    options?: CoreOptions;
  } = {},
): Promise<RealtimeBench> {
  const hostServices = createHostServices({ dataFolder });
  const core = await createCore(hostServices, { ...options, sessionTimings: { ...shortTimings, ...timings } });
  const [clientPort, serverPort] = createPair();
  const stop = serve(contract, core.handlers, serverPort);
  let closing: Promise<void> | undefined;
  const close = () => {
    stop();
    closing ??= core.close();
    return closing;
  };
  onTestFinished(close);
  const client = connect(contract, clientPort);
  const { id: connectionId } = await client.connections.save({ name: 'Tested', baseAddress: address, ...connection });
  await client.keys.put({ connectionId, alias: 'one', secret });
  return {
    client,
    area: core.handlers.realtime,
    connectionId,
    dataFolder,
    files: core.files,
    close,
    async open(draft = {}) {
      const { id } = await client.realtime.start({ connectionId, model: 'demo-realtime', ...draft });
      return listen(client, id);
    },
  };
}

export async function openDemo(pace = 0): Promise<DemoGateway> {
  const gateway = await startDemoGateway({ moreFaults: testFaults, paceTokensPerSecond: pace });
  onTestFinished(() => gateway.close());
  return gateway;
}

type PartOf<T extends SessionPart['type']> = Extract<SessionPart, { type: T }>;

/** A follower of a session. */
export interface Listener {
  id: string;
  parts: SessionPart[];
  act(act: Parameters<ReturnType<Client['realtime']['attach']>['push']>[0]): void;
  /** The first part of a kind, from `from` on, that matches. */
  until<T extends SessionPart['type']>(type: T, isIt?: (part: PartOf<T>) => boolean, from?: number): Promise<PartOf<T>>;
  live(from?: number): Promise<void>;
  /** Sends a message and waits for the end of the reply. */
  say(text: string): Promise<void>;
  ended(): Promise<PartOf<'ended'>>;
  /** Of that kind, so far. */
  all<T extends SessionPart['type']>(type: T): PartOf<T>[];
}

export function listen(client: Client, id: string, from = 0): Listener {
  const conversation = client.realtime.attach({ id, from });
  const parts: SessionPart[] = [];
  const waiting: (() => void)[] = [];
  let isOver = false;
  const wake = () => {
    for (const one of waiting.splice(0)) one();
  };
  void (async () => {
    for await (const part of conversation) {
      parts.push(part);
      wake();
    }
    isOver = true;
    wake();
  })().catch(() => {
    isOver = true;
    wake();
  });
  const listener: Listener = {
    id,
    parts,
    act: (act) => conversation.push(act),
    async until(type, isIt = () => true, start = 0) {
      for (let at = start; ; at += 1) {
        while (at >= parts.length) {
          if (isOver) throw new Error(`the session is over and there was no ${type}: ${told(parts)}`);
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
        const part = parts[at] as SessionPart;
        if (part.type === type && isIt(part as never)) return part as never;
      }
    },
    async live(start = 0) {
      await listener.until('stage', ({ stage }) => stage === 'live', start);
    },
    async say(text) {
      const start = parts.length;
      conversation.push({ kind: 'say', text });
      await listener.until('response', ({ state }) => state === 'done', start);
    },
    ended: () => listener.until('ended'),
    all: (type) => parts.filter((part) => part.type === type) as never,
  };
  return listener;
}

const told = (parts: readonly SessionPart[]): string =>
  parts
    .filter(({ type }) => type !== 'frame')
    .map((part) => JSON.stringify(part).slice(0, 300))
    .join('\n');
