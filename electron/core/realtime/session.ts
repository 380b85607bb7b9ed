import type { SessionAct, SessionPart, SessionStage } from '#shared/contract/realtime.ts';
import { AppError, type Failure, type RunState } from '#shared/protocol/failure.ts';
import type { Prepared } from '../exchange/prepare.ts';
import { TimelineRecorder } from '../exchange/timeline.ts';
import { fieldsIn } from '../readers/session/json-fields.ts';
import { type Break, type FatalError, fatalError, judgeEnd } from './break-rules.ts';
import { connectSession, prepareSession } from './connect-session.ts';
import { createGap, type Gap, Reconnection } from './reconnection.ts';
import { noteEnd, noteHandshakeResponse, noteRefusal, noteRequest } from './record/note-facts.ts';
import { recordBytes, SessionRecord } from './record/session-record.ts';
import { earlierMessage, eventsOf, notConnected } from './session-acts.ts';
import { SessionAudio } from './session-audio.ts';
import { type ServerEvent, SessionConnection } from './session-connection.ts';
import { sessionFacts } from './session-facts.ts';
import type { SessionPorts, SessionStart } from './session-ports.ts';
import { DialectChoice, settleSession } from './settle-session.ts';
import type { HandshakeHead } from './socket/open-web-socket.ts';

interface Ending {
  state: RunState;
  failure: Failure | null;
}

/** One realtime conversation, over as many connections as it takes. It goes on whoever listens, and is recorded as it goes. */
export class Session {
  readonly id: string;
  readonly #start: SessionStart;
  readonly #ports: SessionPorts;
  readonly #times: TimelineRecorder;
  readonly #startedAt: number;
  readonly #choice: DialectChoice;
  readonly #begun = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<void>();
  readonly #stop = new AbortController();
  #record!: SessionRecord;
  #wire!: SessionConnection;
  #sound!: SessionAudio;
  #stage: SessionStage = 'preparing';
  #isAnswering = false;
  /** An `error` event that ends this connection. */
  #fatal: FatalError | null = null;
  #ending: Ending | null = null;
  #gap: Gap | null = null;
  #wasLive = false;
  readonly #again: Reconnection;

  constructor(start: SessionStart, ports: SessionPorts) {
    this.id = start.id;
    this.#start = { ...start, draft: { ...start.draft } };
    this.#ports = ports;
    this.#startedAt = ports.clock.now();
    this.#times = new TimelineRecorder(ports.clock, this.#startedAt);
    this.#choice = new DialectChoice(start.draft.dialect, start.draft.flipDialect);
    this.#again = new Reconnection(ports.timings, start.draft.reconnect);
    this.#run().catch((thrown: unknown) => this.#finish({ state: 'failed', failure: AppError.from(thrown) }));
  }

  /** Resolves when it is in the history. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Resolves when it is over and recorded. */
  get over(): Promise<void> {
    return this.#over.promise;
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

  /** Does what the person wants. What can not be done is told as a problem; nothing throws. */
  act(act: SessionAct): void {
    if (this.#stage === 'ended') return;
    switch (act.kind) {
      case 'audio':
        this.#sound.hear(act.base64, this.#stage === 'live');
        break;
      case 'play':
        this.#sound.play(act.fileId, act.pace, () => this.#stage === 'live');
        break;
      case 'stop-play':
        this.#sound.stopPlaying();
        break;
      case 'cut':
        this.#again.choose(act.ms);
        this.#wire.cut();
        break;
      case 'reconnect':
        this.#connectNow();
        break;
      case 'end':
        this.end({ state: this.#wasLive ? 'done' : 'cancelled', failure: null }, 1000, 'ended by the person');
        break;
      default:
        this.#send(act);
        break;
    }
  }

  /** Ends it in good order. */
  end(ending: Ending, code: number, reason: string): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#sound?.stopPlaying();
    if (this.#record && this.#stage !== 'ended') this.#enter('ending', null);
    this.#stop.abort();
    this.#wire?.close(code, reason);
    this.#again.wake();
  }

  /** The computer slept, or is on another network: a dead connection is found soon, and one that is waited for made now. */
  wake(): void {
    this.#wire?.lookAlive();
    this.#again.wake();
  }

  #send(act: SessionAct): void {
    const events = eventsOf(act, { dialect: this.#choice.current, isAnswering: this.#isAnswering });
    if (events === null) return;
    if ('code' in events || !this.#wire.isOpen) {
      this.#problem('code' in events ? events : notConnected);
      return;
    }
    if (act.kind === 'settings') this.#start.draft.settings = act.settings;
    if (act.kind === 'interrupt') this.#sound.cut(act.itemId, act.playedMs);
    for (const event of events) this.#wire.send(event);
  }

  #connectNow(): void {
    this.#again.choose(0);
    if (this.#wire.isOpen) this.#wire.close(1000, 'connecting again');
    else this.#again.wake();
  }

  async #run(): Promise<void> {
    const prepared = await prepareSession(this.#start, this.#ports.sources);
    await this.#begin(prepared);
    let found = await this.#once(prepared);
    for (;;) {
      const waitMs = this.#ending ? null : this.#again.waitAfter(found);
      if (waitMs === null) break;
      await this.#pause(waitMs, found);
      if (this.#ending) break;
      this.#wire.socket += 1;
      const again = await prepareSession(this.#start, this.#ports.sources);
      this.#record.redactWith(again.redactor);
      found = await this.#once(again);
    }
    await this.#finish(this.#ending ?? { state: found.state, failure: found.failure });
  }

  async #begin(prepared: Prepared): Promise<void> {
    const { recorder, clock, timings, trackFolder, files } = this.#ports;
    const facts = sessionFacts(this.#start, prepared, this.#startedAt, this.#times);
    const recording = await recorder.begin(facts, new Uint8Array(0), recordBytes);
    this.#record = new SessionRecord(recording, prepared.redactor, () => this.#times.nowMs);
    this.#wire = new SessionConnection(this.#record, timings, clock, {
      onFrame: (parts, event) => this.#onFrame(parts, event),
    });
    this.#sound = new SessionAudio(this.id, {
      wire: this.#wire,
      record: this.#record,
      clock,
      timings,
      files,
      folder: trackFolder,
      nowMs: () => this.#times.nowMs,
      onDropped: (ms) => this.#gap?.drop(ms),
    });
    this.#enter('preparing', null);
    this.#begun.resolve();
  }

  /** One connection from its beginning to its end. */
  async #once(prepared: Prepared): Promise<Break> {
    const { timings } = this.#ports;
    const isFirst = this.#wire.socket === 0;
    this.#fatal = null;
    this.#isAnswering = false;
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
    if (connected.kind === 'broken') {
      const { refused, found, sent } = connected;
      if (isFirst) this.#record.recording.update({ sent });
      if (refused && isFirst) this.#noteAnswer(refused.head);
      if (refused) noteRefusal(this.#record, refused, this.#wire.socket);
      return found;
    }
    // A session counts as answered from the first connection on that came about.
    if (this.#record.recording.facts.status !== 101) this.#noteAnswer(connected.opened.head);
    const openedMs = this.#times.nowMs;
    const ended = this.#wire.open(connected.opened.socket);
    this.#enter('configuring', null);
    if (this.#ending) this.#wire.close(1000, 'ended by the person');
    if (this.#start.handshakeOnly) await ended;
    const isSettled = await settleSession({
      wire: this.#wire,
      choice: this.#choice,
      settings: this.#start.draft.settings,
      limitMs: timings.configureMs,
      onFlip: (why) => this.#enter('configuring', why),
    });
    if (isSettled && !this.#ending) this.#goLive();
    const end = await ended;
    this.#sound.speech(false);
    const lastedMs = this.#times.nowMs - openedMs;
    this.#again.noteLasted(lastedMs);
    const known = { isAnswering: this.#isAnswering, fatal: this.#fatal, wasLive: this.#wasLive, choice: this.#choice };
    return judgeEnd(end, { ...known, lastedMs, opened: draft.dialect });
  }

  #goLive(): void {
    const isFirst = !this.#wasLive;
    this.#wasLive = true;
    this.#sound.goLive();
    this.#enter('live', isFirst ? null : 'A new session: what was said before the gap is not known to it.');
    if (this.#gap) this.#record.note(this.#gap.end(this.#times.nowMs));
    this.#gap = null;
    for (const { who, text } of isFirst ? this.#start.earlier : [])
      this.#wire.send(JSON.stringify(earlierMessage(who, text, this.#choice.current)));
  }

  async #pause(waitMs: number, found: Break): Promise<void> {
    if (this.#wasLive && !this.#gap) {
      this.#gap = createGap(this.#times.nowMs, found.why, this.#isAnswering);
      this.#record.note(this.#gap.begin());
    }
    this.#enter('waiting-to-reconnect', found.why, this.#ports.clock.now() + waitMs);
    await this.#again.pause(waitMs);
  }

  #onFrame(parts: readonly SessionPart[], event: ServerEvent | null): void {
    for (const part of parts) {
      if (part.type === 'speech') this.#sound.speech(part.state === 'started');
      else if (part.type === 'response') this.#isAnswering = part.state === 'started';
      else if (part.type === 'audio' || part.type === 'truncated') this.#sound.take(part);
      else if (part.type === 'configured' && event) {
        this.#fatal = null;
        this.#sound.configure(fieldsIn(event.fields, 'session'));
      } else if (part.type === 'problem' && part.fatal && event) this.#fatal = fatalError(part.failure, event);
    }
    if (this.#fatal?.isExpiry) this.#wire.close(1000, 'the session expired');
  }

  #enter(stage: SessionStage, note: string | null, retryAtMs?: number): void {
    this.#stage = stage;
    const { socket } = this.#wire;
    const dialect = this.#choice.current;
    this.#record.note({ type: 'stage', stage, note, socket, dialect, ...(retryAtMs !== undefined && { retryAtMs }) });
  }

  #problem(failure: Failure): void {
    this.#record.note({ type: 'problem', failure, fatal: false, eventId: null });
  }

  #noteAnswer(head: HandshakeHead): void {
    noteHandshakeResponse(this.#record, head, this.#times.timeline);
    this.#ports.recorder.answered(this.#record.recording);
  }

  async #finish({ state, failure: found }: Ending): Promise<void> {
    this.#sound.close();
    this.#times.end();
    const error = found && { ...this.#record.clean(found), exchangeId: this.id };
    this.#enter('ended', null);
    this.#record.end({ type: 'ended', state: state === 'done-with-warnings' ? 'done' : state, failure: error });
    noteEnd(this.#record, { state, failure: error }, this.#times.timeline);
    await this.#ports.recorder.finish(this.#record.recording);
    this.#over.resolve();
    this.#record.tellEnd();
  }
}
