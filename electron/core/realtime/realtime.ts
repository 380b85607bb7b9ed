import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Origin } from '#shared/contract/exchanges.ts';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { SessionAct, SessionDraft, SessionPart } from '#shared/contract/realtime.ts';
import type { ScriptStep } from '#shared/contract/session-script.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { ExchangeBase } from '../exchange/exchange-base.ts';
import { watchComputer } from '../host/watch-computer.ts';
import type { FileStorePort } from '../ports.ts';
import type { Database } from '../store/database.ts';
import type { HeldWrites } from '../store/held-writes.ts';
import { makePrivateFolder } from '../store/private-file.ts';
import { openExchangeExports } from '../store/records/exchange-exports.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import { readAudio } from './audio/play-file.ts';
import { makeStereoWave, makeWaves, sweepTracks } from './audio/tracks.ts';
import { exportSession } from './record/export-session.ts';
import { createFrameIndex } from './record/frame-index.ts';
import { earlierWords, follow, type RecordReader, recall } from './record/recorded-session.ts';
import { readScript, runScript } from './script.ts';
import { Session } from './session.ts';
import type { SessionPorts, SessionStart } from './session-facts.ts';
import { openSessionRows } from './session-rows.ts';
import { type SessionTimings, sessionTimings } from './timings.ts';

interface RealtimeParts {
  db: Database;
  held: HeldWrites;
  base: ExchangeBase;
  files: FileStorePort;
  dataFolder: string;
  /** Origin of the sessions that are started from outside. */
  origin: Origin;
  announce: (change: Change) => void;
  /** Names of the networks that this computer is connected to; the text changes when they do. */
  networks(): string;
  timings?: SessionTimings;
}

export type Realtime = ReturnType<typeof createRealtime>;

const shownBytes = 4 * 1024 ** 2;

/** Manages conversations over `/v1/realtime`. They belong to the core: listeners may attach and leave. */
export function createRealtime({
  db,
  held,
  base,
  files,
  dataFolder,
  origin: ownOrigin,
  announce,
  networks,
  timings = sessionTimings,
}: RealtimeParts) {
  const { records } = base;
  const rows = openSessionRows(db, held, (id) => records.find(id) !== null);
  const exported = openExchangeExports(db);
  const frames = createFrameIndex(records);
  const live = new Map<string, Session>();
  const trackFolder = db.saving ? path.join(dataFolder, 'sessions') : null;
  const ports: SessionPorts = { ...base, files, timings, trackFolder };
  if (trackFolder !== null) makePrivateFolder(trackFolder);

  const saveRow = (session: Session) => {
    const { id, dialect, record } = session;
    rows.save({ id, dialect, title: record.title ?? '', turns: record.turns, gaps: record.gaps });
  };

  /** Begins a session for the core itself; it needs no listener. */
  async function begin(
    draft: SessionDraft,
    origin: Origin,
    probe: Pick<SessionStart, 'handshakeOnly' | 'sibling'> = {},
  ): Promise<Session> {
    const earlier = draft.continueFrom === undefined ? [] : await earlierWords(found(draft.continueFrom).id, records);
    const session = new Session({ id: randomUUID(), draft, origin, earlier, ...probe }, ports);
    live.set(session.id, session);
    await session.begun;
    saveRow(session);
    announce({ area: 'realtime', id: session.id });
    session.record.onListChange = () => saveProgress(session);
    void session.over.then(() => {
      saveRow(session);
      live.delete(session.id);
      announce({ area: 'realtime', id: session.id });
    });
    return session;
  }

  /** Updates the row while the session runs: if the program is killed, the session still has its name and its turns. */
  function saveProgress(session: Session): void {
    try {
      saveRow(session);
      announce({ area: 'realtime', id: session.id });
    } catch {
      // What cannot be saved now is saved at the end; the session continues.
    }
  }

  /** Ends a session that has no listener for too long. */
  const listenerCounts = new Map<string, { listeners: number; timer: NodeJS.Timeout | undefined }>();
  function listen(session: Session): () => void {
    const entry = listenerCounts.get(session.id) ?? { listeners: 0, timer: undefined };
    listenerCounts.set(session.id, entry);
    entry.listeners += 1;
    clearTimeout(entry.timer);
    return () => {
      entry.listeners -= 1;
      if (entry.listeners > 0 || session.record.isOver) return;
      entry.timer = setTimeout(() => session.end(stopped, 1000, 'not watched'), timings.unwatchedMs);
    };
  }
  async function beginTranscript(draft: SessionDraft): Promise<Session> {
    const session = await begin(draft, ownOrigin);
    const leave = listen(session);
    leave();
    void session.over.then(() => {
      clearTimeout(listenerCounts.get(session.id)?.timer);
      listenerCounts.delete(session.id);
    });
    return session;
  }

  const found = (id: string) => {
    const facts = records.find(id);
    if (facts?.routeId === 'realtime') return facts;
    throw new AppError(notFound);
  };

  /** Ends the running ones of these sessions, and waits until they are recorded. */
  async function stop(ids: readonly string[]): Promise<void> {
    const running = ids.flatMap((id) => live.get(id) ?? []);
    for (const session of running) session.end(stopped, 1000, 'ended by the user');
    await Promise.all(running.map(({ over }) => over));
  }

  /** Removes the audio of sessions that are no longer in the history. */
  const sweep = async (): Promise<void> => {
    if (trackFolder === null) return;
    const saved = rows.ids();
    await sweepTracks(trackFolder, (id) => saved.has(id) || live.has(id));
  };
  void sweep().catch(() => {});

  const wakeAll = () => {
    for (const session of live.values()) session.wake();
  };
  const stopWatching = watchComputer({ clock: base.clock, networks, timings }, { onWake: wakeAll, onNetwork: wakeAll });

  return {
    begin,
    stop,
    sweep,
    area: {
      start: async (draft) => ({ id: (await beginTranscript(draft)).id }),
      async *attach({ id, from }, { signal, incoming }) {
        const session = live.get(id);
        if (!session) {
          yield* recordedParts(found(id), from, records, signal);
          return;
        }
        const leave = listen(session);
        void performActs(session, incoming);
        try {
          yield* follow(session, from, records, signal);
        } finally {
          leave();
        }
      },
      sessions: ({ limit }) =>
        rows.list(limit).map((row) => {
          const session = live.get(row.id);
          if (!session) return row;
          const { record, dialect } = session;
          const title = row.title === '' ? (record.title ?? '') : row.title;
          const { events } = record.recording.facts;
          return { ...row, dialect, title, turns: record.turns, gaps: record.gaps, frames: events };
        }),
      frames({ id, from, limit }) {
        found(id);
        return frames.rows(id, from, limit);
      },
      async frame({ id, index }) {
        found(id);
        const { data, size, op } = await frames.frame(id, index);
        return { text: data.slice(0, shownBytes), sizeBytes: size, binary: op === 'binary' };
      },
      async tracks({ id }) {
        found(id);
        if (trackFolder === null) return { person: null, model: null };
        return makeWaves(trackFolder, id, files, (fileId) => exported.add(fileId, [id]));
      },
      async stereo({ id }) {
        found(id);
        const ref = trackFolder === null ? null : await makeStereoWave(trackFolder, id, files);
        if (ref) exported.add(ref.id, [id]);
        return ref;
      },
      async export({ id, form }) {
        const ref = await exportSession(found(id), form, records, files);
        exported.add(ref.id, [id]);
        return ref;
      },
      rename({ id, title }) {
        found(id);
        rows.rename(id, title.trim());
        announce({ area: 'realtime', id });
      },
      async runScript({ draft, script, fileIds }) {
        const steps = readScript(script);
        await rejectUnplayableFiles(steps, fileIds, files);
        const session = await beginTranscript(draft);
        void runScript(session, steps, { fileIds, clock: base.clock, records, refusalMs: timings.refusalMs });
        return { id: session.id };
      },
    } satisfies Core['realtime'],
    /** Ends every session with 1001 and waits until they are recorded. */
    async close(): Promise<void> {
      stopWatching();
      const running = [...live.values()];
      for (const session of running) session.end(stopped, 1001, 'Patchbay quits');
      for (const { timer } of listenerCounts.values()) clearTimeout(timer);
      await Promise.all(running.map(({ over }) => over));
    },
  };
}

/** Executes incoming actions, in order, until the listener leaves. */
async function performActs(session: Session, incoming: AsyncIterable<SessionAct>): Promise<void> {
  try {
    for await (const act of incoming) session.act(act);
  } catch {
    // The listener left; the session continues.
  }
}

/** A session that waits for a reply to audio that cannot be played would be charged for nothing. */
async function rejectUnplayableFiles(
  steps: readonly ScriptStep[],
  fileIds: Readonly<Record<string, string>>,
  files: FileStorePort,
): Promise<void> {
  const names = new Set(steps.flatMap((step) => (step.do === 'play' ? [step.file] : [])));
  for (const name of names) {
    const fileId = fileIds[name];
    const read = fileId === undefined ? null : await readAudio(files, fileId);
    if (read && 'code' in read) throw new AppError({ ...read, message: `${JSON.stringify(name)}: ${read.message}` });
  }
}

const stopped = { state: 'cancelled', failure: null } as const;

const notFound = failure('not-found-here', 'This session is no longer in the history.', {
  hint: 'It was deleted, or removed by the retention limit.',
});

/**
 * Yields the parts of a session that is over, from `from` on. A session cut off by the end of the program gets its
 * `ended` part here.
 */
async function* recordedParts(
  facts: RecordedExchange,
  from: number,
  records: RecordReader,
  leaving: AbortSignal,
): AsyncGenerator<SessionPart, void, void> {
  let last: SessionPart | null = null;
  for await (const part of recall(facts.id, records)) {
    if (leaving.aborted) return;
    last = part;
    if (part.n >= from) yield part;
  }
  if (last?.type === 'ended') return;
  const state = facts.state === 'running' || facts.state === 'done-with-warnings' ? 'interrupted' : facts.state;
  yield { n: (last?.n ?? -1) + 1, atMs: last?.atMs ?? 0, type: 'ended', state, failure: facts.failure };
}
