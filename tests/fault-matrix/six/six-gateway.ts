import { Buffer } from 'node:buffer';
import type net from 'node:net';
import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import { completion, delta, done, finish } from '../../support/exchange/chat-wire.ts';
import {
  chunk,
  chunkedHead,
  json,
  type Received,
  type RecordingServer,
  startRecordingServer,
} from '../../support/exchange/wire-server.ts';
import { gatewayName } from '../../support/gateways/doors.ts';
import { answerForName, type NameAnswer } from '../../support/gateways/host-names.ts';
import { accept, type GatewaySocket } from '../../support/gateways/session-gateway.ts';
import { askedOf, head, sendAll, sendRest, video, videoHeaders } from '../../support/gateways/video-responses.ts';
import { taskRecord } from '../task-gateway.ts';

/** Bytes of the video sent before it waits. */
export const videoPart = 100_000;

/** A gateway with work of every kind in progress: each response begins, and waits until it is released. */
export interface SixGateway {
  port: number;
  url: string;
  /** Requests that create something, or fetch a video, by kind. */
  seen: Record<ExchangeKind, Received[]>;
  looks(): number;
  sockets: GatewaySocket[];
  /** Resolves when every kind of work is in progress. */
  underWay: Promise<void>;
  /** Ends waiting responses normally, and makes later requests return at once. */
  release(): void;
  /** Breaks every connection. */
  drop(): void;
  name(answer: NameAnswer): void;
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function startSixGateway(): Promise<SixGateway> {
  const seen: SixGateway['seen'] = { unary: [], sse: [], upload: [], download: [], session: [], poll: [] };
  const sockets: GatewaySocket[] = [];
  const waiting: (() => void)[] = [];
  const open = new Set<net.Socket>();
  const begun = new Set<ExchangeKind>();
  const all = Promise.withResolvers<void>();
  let isReleased = false;
  let looks = 0;
  const begin = (kind: ExchangeKind) => {
    begun.add(kind);
    if (begun.size === 6) all.resolve();
  };
  /** Runs it now, or when everything is released. */
  const later = (work: () => void) => {
    if (isReleased) work();
    else waiting.push(work);
  };

  async function chat(request: Received): Promise<void> {
    const { socket } = request;
    const isStream = String(await request.body).includes('"stream":true');
    seen[isStream ? 'sse' : 'unary'].push(request);
    if (!isStream) {
      begin('unary');
      return later(() => socket.write(json(completion())));
    }
    socket.write(chunkedHead() + chunk(delta('Hel')).toString() + chunk(delta('lo')).toString());
    begin('sse');
    later(() => socket.write(`${chunk(delta(' world'))}${chunk(finish)}${chunk(done)}0\r\n\r\n`));
  }

  async function upload(request: Received): Promise<void> {
    await request.body;
    seen.upload.push(request);
    begin('upload');
    later(() => request.socket.write(json({ text: 'what was said' })));
  }

  async function submit(request: Received): Promise<void> {
    const id = String(await request.body).includes('m-video') ? 'task_1' : 'task_2';
    seen.poll.push(request);
    request.socket.write(json(taskRecord('queued', { id, task_id: id })));
  }

  function content(request: Received, id: string): void {
    const { socket } = request;
    // The video of the awaited task is of no interest.
    if (id === 'task_2') {
      sendAll(request);
      return;
    }
    seen.download.push(request);
    const { from } = askedOf(request);
    if (from !== null || isReleased) {
      if (from === null) sendAll(request);
      else sendRest(request, from);
      return;
    }
    socket.write(head(200, { ...videoHeaders, 'content-length': video.length }));
    socket.write(video.subarray(0, videoPart));
    begin('download');
    later(() => !socket.destroyed && socket.write(video.subarray(videoPart)));
  }

  function look(request: Received, id: string): void {
    looks += 1;
    const isDone = id === 'task_1' || isReleased;
    const more = { id, task_id: id, metadata: { url: '' } };
    request.socket.write(json(taskRecord(isDone ? 'completed' : 'in_progress', more)));
    if (id === 'task_2') begin('poll');
  }

  const answer = (request: Received) => {
    const { method, target, socket } = request;
    open.add(socket);
    const path = target.replace(/^http:\/\/[^/]+/, '').replace(/\?.*/, '');
    const task = /^\/v1\/videos\/(task_\d)(\/content)?$/.exec(path);
    if (path === '/v1/chat/completions') void chat(request);
    else if (path === '/v1/audio/transcriptions') void upload(request);
    else if (path === '/v1/videos' && method === 'POST') void submit(request);
    else if (task?.[2]) content(request, task[1] as string);
    else if (task) look(request, task[1] as string);
    else if (path === '/v1/realtime') {
      seen.session.push(request);
      const one = accept(request, {}, seen.session.length, null);
      sockets.push(one);
      const item = { item_id: 'item_1', response_id: 'resp_1', output_index: 0, content_index: 0 };
      for (const text of ['Hel', 'lo']) one.event({ type: 'response.output_text.delta', ...item, delta: text });
      begin('session');
    } else socket.write(json({ error: { message: 'Not Found' } }, 404));
  };

  let server: RecordingServer | null = await startRecordingServer(answer);
  const { port } = server;
  const name = answerForName(gatewayName, '127.0.0.1');
  const down = async () => {
    const ending = server;
    server = null;
    await ending?.close();
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    looks: () => looks,
    sockets,
    underWay: all.promise,
    release() {
      isReleased = true;
      for (const work of waiting.splice(0)) work();
    },
    drop() {
      for (const socket of open) socket.destroy();
      open.clear();
    },
    name,
    down,
    async up() {
      server ??= await startRecordingServer(answer, undefined, port);
    },
    async close() {
      name(null);
      await down();
    },
  };
}

/** Enough audio to be a file. */
export const audioBytes = Buffer.alloc(200_000, 'RIFF');
