import type { SessionAct, SessionPart, SessionStage } from '#shared/contract/realtime.ts';
import { AppError, type Failure, type RunState } from '#shared/protocol/failure.ts';
import type { Prepared } from '../exchange/prepare.ts';
import { TimelineRecorder } from '../exchange/timeline.ts';
import { refusesModel } from '../readers/session/session-failure.ts';
import { fieldsIn } from '../readers/session/session-line.ts';
import { earlierMessage } from './client-events.ts';
import { type Connected, connectSession, prepareSession } from './connect-session.ts';
import {
  type Break,
  createGap,
  createReconnection,
  type FatalError,
  fatalError,
  type Gap,
  judgeEnd,
  type Reconnection,
  withoutModel,
} from './reconnection.ts';
import { recordBytes, SessionRecord } from './record/session-record.ts';
import { SessionActs } from './session-acts.ts';
import { createSessionAudio, type SessionAudio } from './session-audio.ts';
import { createSessionConnection, type ServerEvent, type SessionConnection } from './session-connection.ts';
import {
  mayOmitModel,
  noteEnd,
  noteHandshakeResponse,
  noteRefusal,
  noteRequest,
  type SessionPorts,
  type SessionStart,
  sessionFacts,
} from './session-facts.ts';
import { DialectChoice, settleSession } from './settle-session.ts';
import type { HandshakeHead } from './socket/open-web-socket.ts';

interface Ending {
  state: RunState;
  failure: Failure | null;
}

/** One realtime conversation over as many connections as it needs. It runs and is recorded without listeners too. */
export class Session {
  readonly id: string;
  #start: SessionStart;
  readonly #ports: SessionPorts;
  readonly #times: TimelineRecorder;
  readonly #startedAt: number;
  readonly #choice: DialectChoice;
  readonly #begun = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<void>();
  readonly begun = this.#begun.promise;
  /** Resolves when the session is over and recorded. */
  readonly over = this.#over.promise;
  readonly #stop = new AbortController();
  #record!: SessionRecord;
  #connection!: SessionConnection;
  #audio!: SessionAudio;
  #acts!: SessionActs;
  #stage: SessionStage = 'preparing';
  /** An `error` event that ends this connection. */
  #fatal: FatalError | null = null;
  #ending: Ending | null = null;
  #gap: Gap | null = null;
  #wasLive = false;
  readonly #reconnection: Reconnection;

  constructor(start: SessionStart, ports: SessionPorts) {
    this.id = start.id;
    this.#start = start;
    this.#ports = ports;
    this.#startedAt = ports.clock.now();
    this.#times = new TimelineRecorder(ports.clock, this.#startedAt);
    this.#choice = new DialectChoice(start.draft.dialect, start.draft.flipDialect);
    this.#reconnection = createReconnection(ports.timings, start.draft.reconnect);
    this.#run().catch((thrown: unknown) => this.#finish({ state: 'failed', failure: AppError.from(thrown) }));
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get stage(): SessionStage {
    return this.#stage;
  }

  get dialect() {
    return this.#choice.current;
  }

  get timeline() {
    return this.#times.timeline;
  }

  /** Performs an action of the user. An impossible action is reported as a problem; nothing throws. */
  act(act: SessionAct): void {
    if (this.#stage === 'ended') return;
    switch (act.kind) {
      case 'audio':
        this.#audio.takeInput(act.base64, this.#stage === 'live');
        break;
      case 'play':
        this.#audio.play(act.fileId, act.pace, () => this.#stage === 'live');
        break;
      case 'stop-play':
        this.#audio.stopPlaying();
        break;
      case 'cut':
        this.#reconnection.choose(act.ms);
        this.#connection.cut();
        break;
      case 'reconnect':
        this.#connectNow();
        break;
      case 'end':
        this.end({ state: this.#wasLive ? 'done' : 'cancelled', failure: null }, 1000, 'ended by the user');
        break;
      default:
        this.#acts.perform(act);
        break;
    }
  }

  /** Ends the session gracefully. */
  end(ending: Ending, code: number, reason: string): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#audio?.stopPlaying();
    if (this.#record && this.#stage !== 'ended') this.#enter('ending', null);
    this.#stop.abort();
    this.#connection?.close(code, reason);
    this.#reconnection.wake();
  }

  /** The computer slept or changed networks: a dead connection is detected early, and a wait for a new one ends. */
  wake(): void {
    this.#connection?.checkAlive();
    this.#reconnection.wake();
  }

  #connectNow(): void {
    this.#reconnection.choose(0);
    if (this.#connection.isOpen()) this.#connection.close(1000, 'reconnecting');
    else this.#reconnection.wake();
  }

  async #run(): Promise<void> {
    const prepared = await prepareSession(this.#start, this.#ports.sources);
    await this.#begin(prepared);
    let found = await this.#connect(prepared);
    for (;;) {
      const waitMs = this.#ending ? null : this.#reconnection.waitAfter(found);
      if (waitMs === null) break;
      await this.#pause(waitMs, found);
      if (this.#ending) break;
      this.#connection.socket += 1;
      const again = await prepareSession(this.#start, this.#ports.sources);
      this.#record.redactWith(again.redactor);
      found = await this.#connect(again);
    }
    await this.#finish(this.#ending ?? { state: found.state, failure: found.failure });
  }

  async #begin(prepared: Prepared): Promise<void> {
    const { recorder, clock, timings, trackFolder, files } = this.#ports;
    const facts = sessionFacts(this.#start, prepared, this.#startedAt, this.#times);
    const recording = await recorder.begin(facts, new Uint8Array(0), recordBytes);
    this.#record = new SessionRecord(recording, prepared.redactor, () => this.#times.nowMs);
    this.#connection = createSessionConnection(this.#record, timings, clock, (parts, event) =>
      this.#onFrame(parts, event),
    );
    const shared = { connection: this.#connection, record: this.#record };
    this.#audio = createSessionAudio(this.id, {
      ...shared,
      ...{ clock, timings, files, folder: trackFolder },
      nowMs: () => this.#times.nowMs,
      onDropped: (ms) => this.#gap?.drop(ms),
    });
    const { draft } = this.#start;
    this.#acts = new SessionActs({ ...shared, draft, audio: this.#audio, dialect: () => this.#choice.current });
    this.#enter('preparing', null);
    this.#begun.resolve();
  }

  async #connect(prepared: Prepared): Promise<Break> {
    const { timings } = this.#ports;
    const start = this.#start;
    const isFirst = this.#connection.socket === 0;
    this.#fatal = null;
    this.#acts.isAnswering = false;
    this.#enter('connecting', null);
    const draft = { ...this.#start.draft, dialect: this.#choice.current };
    const times = isFirst ? this.#times : new TimelineRecorder(this.#ports.clock, this.#startedAt);
    const connected = await connectSession({ draft }, prepared, {
      signal: this.#stop.signal,
      timings,
      times,
      wasLive: this.#wasLive,
      onAuthorizing: () => this.#enter('authorizing', null),
      onRequest: (headers) => {
        if (isFirst) noteRequest(this.#record, headers);
      },
    });
    if (connected.kind === 'broken') return this.#refused(connected, isFirst);
    // The recorded response is that of the first connection that succeeded.
    if (this.#record.recording.facts.status !== 101) this.#noteResponse(connected.opened.head);
    const openedMs = this.#times.nowMs;
    const ended = this.#connection.open(connected.opened.socket);
    this.#enter('configuring', null);
    if (this.#ending) this.#connection.close(1000, 'ended by the user');
    if (this.#start.handshakeOnly) await ended;
    const isSettled = await settleSession({
      connection: this.#connection,
      choice: this.#choice,
      settings: this.#acts.settings,
      limitMs: timings.configureMs,
      onFlip: (why) => this.#enter('configuring', why),
    });
    const isOmitted = this.#start.omitsModel !== start.omitsModel;
    if (isSettled && !this.#ending && !isOmitted) this.#goLive();
    const end = await ended;
    this.#audio.speech(false);
    const lastedMs = this.#times.nowMs - openedMs;
    this.#reconnection.noteLasted(lastedMs);
    if (isOmitted) return withoutModel;
    const { isAnswering } = this.#acts;
    const hasEvents = this.#connection.hasEvents();
    const known = { isAnswering, fatal: this.#fatal, wasLive: this.#wasLive, hasEvents, choice: this.#choice };
    return judgeEnd(end, { ...known, lastedMs, opened: draft.dialect });
  }

  #refused({ refused, found, sent }: Extract<Connected, { kind: 'broken' }>, isFirst: boolean): Break {
    if (isFirst) this.#record.recording.update({ sent });
    if (refused && isFirst) this.#noteResponse(refused.head);
    if (refused) noteRefusal(this.#record, refused, this.#connection.socket);
    return found;
  }

  #goLive(): void {
    const isFirst = !this.#wasLive;
    this.#wasLive = true;
    this.#audio.goLive();
    this.#enter('live', isFirst ? null : "This is a new session, which doesn't know what was said before the gap.");
    if (this.#gap) this.#record.note(this.#gap.end(this.#times.nowMs));
    this.#gap = null;
    for (const { who, text } of isFirst ? this.#start.earlier : [])
      this.#connection.send(JSON.stringify(earlierMessage(who, text, this.#choice.current)));
  }

  async #pause(waitMs: number, found: Break): Promise<void> {
    if (this.#wasLive && !this.#gap) {
      this.#gap = createGap(this.#times.nowMs, found.why, this.#acts.isAnswering);
      this.#record.note(this.#gap.begin());
    }
    this.#enter('waiting-to-reconnect', found.why, this.#ports.clock.now() + waitMs);
    await this.#reconnection.pause(waitMs);
  }

  #onFrame(parts: readonly SessionPart[], event: ServerEvent | null): void {
    for (const part of parts) {
      this.#acts.take(part);
      if (part.type === 'problem' && event && mayOmitModel(this.#start) && refusesModel(event.fields)) {
        this.#start = { ...this.#start, omitsModel: true };
        this.#connection.close(1000, 'reconnecting without a model');
      }
      if (part.type === 'speech') this.#audio.speech(part.state === 'started');
      else if (part.type === 'audio' || part.type === 'truncated') this.#audio.take(part);
      else if (part.type === 'configured' && event) {
        this.#fatal = null;
        this.#audio.configure(fieldsIn(event.fields, 'session'));
      } else if (part.type === 'problem' && part.fatal && event) this.#fatal = fatalError(part.failure, event);
    }
    if (this.#fatal?.isExpiry) this.#connection.close(1000, 'the session expired');
  }

  #enter(stage: SessionStage, note: string | null, retryAtMs?: number): void {
    this.#stage = stage;
    const { socket } = this.#connection;
    const dialect = this.#choice.current;
    this.#record.note({ type: 'stage', stage, note, socket, dialect, ...(retryAtMs !== undefined && { retryAtMs }) });
  }

  #noteResponse(head: HandshakeHead): void {
    noteHandshakeResponse(this.#record, head, this.#times.timeline);
    this.#ports.recorder.answered(this.#record.recording);
  }

  async #finish({ state, failure: found }: Ending): Promise<void> {
    this.#audio.close();
    this.#times.end();
    this.#enter('ended', null);
    noteEnd(this.#record, { state, failure: found }, this.#times.timeline);
    await this.#ports.recorder.finish(this.#record.recording);
    this.#over.resolve();
    this.#record.reportEnd();
  }
}
