import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { asList, asRecord, isRecord, type JsonRecord, parsed } from '../json-value.ts';
import type { PromptMemory } from '../language/usage.ts';
import type { SessionEvent, SessionFault } from '../scenarios/scenario.ts';
import { newId } from './conversation.ts';
import type { SessionDialect } from './event-names.ts';
import { RealtimeSession } from './realtime-session.ts';

export interface ServedSession {
  socket: WebSocket;
  /** The stream below the WebSocket, for endings without a close frame. */
  connection: Duplex;
  model: string;
  /** As requested in the handshake. */
  dialect: SessionDialect;
  /** The handshake asked for a session without a model that replies. */
  isTranscription: boolean;
  fault: SessionFault | null;
  memory: PromptMemory;
  pace(): number;
}

const hour = 3600;

/** Serves one session until its connection ends, including the effects of a scenario. */
export function serveSession({
  socket,
  connection,
  model,
  dialect,
  isTranscription,
  fault,
  memory,
  pace,
}: ServedSession): void {
  const send = (event: JsonRecord) => socket.send(JSON.stringify(event));
  const play = (events: readonly SessionEvent[]) => void playEvents(events, socket, connection, send);
  // A connection error ends in its close event.
  socket.on('error', () => {});
  if (fault?.atOnce) {
    play(fault.atOnce);
    return;
  }
  if (fault?.only?.closes && fault.only.dialect !== dialect) {
    socket.close(4000, 'Beta API no longer supported: remove the OpenAI-Beta header');
    return;
  }
  const lastsSeconds = fault?.lastsMs === undefined ? hour : fault.lastsMs / 1000;
  let answered = false;
  const session = new RealtimeSession({
    head: { id: newId('sess'), model, isTranscription, expiresAt: Math.ceil(Date.now() / 1000 + lastsSeconds) },
    dialect: fault?.only?.dialect ?? dialect,
    memory,
    pace,
    cannotTranscribe: fault?.cannotTranscribe ?? false,
    send: (event) => {
      if (socket.readyState === socket.OPEN) send(event);
    },
    onReply() {
      if (!answered && fault?.afterReply) play(fault.afterReply);
      answered = true;
    },
  });
  const timer = fault?.lastsMs === undefined ? undefined : setTimeout(() => play(expiry), fault.lastsMs);
  socket.on('close', () => {
    clearTimeout(timer);
    session.end();
  });
  session.begin();
  // A client that reads nothing does not answer pings either.
  if (fault?.isDeaf || fault?.isDead) socket.pause();
  if (fault?.isDead) return;
  socket.on('message', (data) => {
    const event = parsed(String(data));
    const problem = fault?.isStrict ? strictProblem(event) : null;
    if (problem !== null) return socket.terminate();
    if (fault?.isMute) return;
    if (isRecord(event)) session.take(event);
    else send({ type: 'error', event_id: newId('event'), error: notJson });
  });
}

const notJson = {
  type: 'invalid_request_error',
  code: 'invalid_json',
  message: 'The server could not parse the JSON body of your event.',
  param: null,
  event_id: null,
};

const expiry: readonly SessionEvent[] = [
  {
    do: 'error',
    type: 'invalid_request_error',
    code: 'session_expired',
    message: 'Your session hit the maximum duration of 60 minutes.',
  },
  { do: 'wait', ms: 50 },
  { do: 'close', code: 1001, reason: 'maximum duration reached' },
];

async function playEvents(
  events: readonly SessionEvent[],
  socket: WebSocket,
  connection: Duplex,
  send: (event: JsonRecord) => void,
): Promise<void> {
  for (const event of events) {
    if (socket.readyState !== socket.OPEN) return;
    if (event.do === 'wait') await wait(event.ms);
    else if (event.do === 'error') {
      const { message, type = 'invalid_request_error', code } = event;
      send({ type: 'error', event_id: newId('evt'), error: { type, code, message, param: '' } });
    } else if (event.do === 'text') sendText(socket, event.text, event.times ?? 1);
    else if (event.do === 'binary') socket.send(Buffer.alloc(event.bytes, 1));
    else if (event.do === 'bad-text') connection.write(Buffer.from([0x81, 0x02, 0xc3, 0x28]));
    else if (event.do === 'close') event.code === null ? socket.close() : socket.close(event.code, event.reason);
    else if (event.do === 'reset') (connection as Socket).resetAndDestroy();
    else connection.end();
  }
}

/** Sends a text several times. A negative number repeats the text inside one message. */
function sendText(socket: WebSocket, text: string, times: number): void {
  if (times < 0) socket.send(text.repeat(-times));
  else for (let time = 0; time < times; time++) socket.send(text);
}

/** Returns where a relay fails that parses every event into a fixed type; `null` when it passes. */
export function strictProblem(event: unknown): string | null {
  const { session, item, delta, audio } = asRecord(event);
  const { tool_choice: choice, tools, temperature } = asRecord(session);
  const wrong = (value: unknown, kind: string) => value !== undefined && value !== null && typeof value !== kind;
  if (wrong(choice, 'string')) return 'session.tool_choice';
  if (asList(tools).some((tool) => wrong(asRecord(tool).name, 'string'))) return 'session.tools[].name';
  if (wrong(temperature, 'number')) return 'session.temperature';
  const { content } = asRecord(item);
  if (content !== undefined && !Array.isArray(content)) return 'item.content';
  if (wrong(delta, 'string')) return 'delta';
  // The GA form nests an object here, which the event's own `audio` is not.
  return wrong(audio, 'string') ? 'audio' : null;
}
