import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';
import { strings } from '../../lib/strings.ts';
import { createDocumentKeeper } from './keep-documents.ts';
import { draftOf } from './model/drafts.ts';
import { foldCall } from './model/fold-call.ts';
import { usualHearSettings } from './model/hear-settings.ts';
import { callsOf, isGood, type SoundCall, type SoundDocument, withCall } from './model/sound-document.ts';

/** A live run as the shared run store keeps it. */
interface Run<State> {
  status: 'running' | 'done' | 'failed';
  state: State;
  error?: unknown;
}

/** What the book needs from outside; by hand in tests. */
export interface BookPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, over broken lines too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: <P, State>(
    parts: AsyncIterable<P>,
    start: State,
    fold: (state: State, part: P) => State,
  ) => StoreApi<Run<State>>;
  now: () => number;
  /** What is said of a request of which nobody knows whether it was sent. */
  lostWords: () => { message: string; hint: string };
  onExchange: (exchangeId: string, documentId: string, callId: string) => void;
  /** Pieces of speech as they come, and every other part. */
  onPart: (call: SoundCall, part: Part) => void;
  onSettled: (document: SoundDocument, call: SoundCall) => void;
  onTrouble: () => void;
}

export interface SoundBook {
  readonly store: StoreApi<{ open: Readonly<Record<string, SoundDocument>> }>;
  /** A new document; it is on its way to the disk already. */
  add(document: SoundDocument): void;
  /** Changes a document and saves it. Nothing happens when it is not open. */
  change<K extends SoundDocument['kind']>(
    id: string,
    kind: K,
    by: (document: Extract<SoundDocument, { kind: K }>) => Extract<SoundDocument, { kind: K }>,
  ): Promise<void>;
  read(id: string): SoundDocument | undefined;
  /** Reads a document of the library, and goes on following what still runs of it. */
  open(id: string): Promise<SoundDocument | null>;
  /** After a reload: finds what still runs, in the rows of the library, and follows it. */
  resume(): Promise<void>;
  /** Sends the waiting calls of a document one after the other; ends early when one does not end well. */
  sendWaiting(id: string, callIds: readonly string[]): Promise<void>;
  stop(id: string, callId?: string): void;
  star(id: string, starred: boolean): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A request that no exchange is known of after so long was not sent, or its record is beyond reach. */
const lostAfterMs = 30_000;

/** Sounds that were opened or run, outside React: the panel may leave and come back. */
export function createSoundBook(ports: BookPorts): SoundBook {
  const { client, now } = ports;
  const store = createStore<{ open: Readonly<Record<string, SoundDocument>> }>(() => ({ open: {} }));
  const stars = new Set<string>();
  const followed = new Set<string>();
  const stopped = new Set<string>();
  const read = (id: string) => store.getState().open[id];
  const keeper = createDocumentKeeper({
    library: client.library,
    read,
    isStarred: (id) => stars.has(id),
    onTrouble: ports.onTrouble,
  });
  const put = (document: SoundDocument) =>
    store.setState(({ open }) => ({ open: { ...open, [document.id]: document } }));
  const putCall = (id: string, call: SoundCall) => {
    const document = read(id);
    if (document) put(withCall(document, call));
  };
  const callIn = (id: string, callId: string) => {
    const document = read(id);
    return document && callsOf(document).find((call) => call.id === callId);
  };

  /** Follows a call to its end; resolves with it as it ended. */
  function follow(id: string, parts: AsyncIterable<Part>, start: SoundCall): Promise<SoundCall> {
    followed.add(start.id);
    let known = start.exchangeId;
    async function* tapped() {
      for await (const part of parts) {
        if (part.type === 'run-start' && stopped.has(start.id)) cancel(part.exchangeId);
        ports.onPart(start, part);
        yield part;
      }
    }
    const run = ports.startRun(tapped(), start, (call: SoundCall, part: Part) => foldCall(call, part, now()));
    return new Promise((resolve) => {
      const take = ({ status, state, error }: Run<SoundCall>) => {
        if (!read(id)) {
          unsubscribe();
          return resolve(state);
        }
        putCall(id, state);
        if (state.exchangeId && state.exchangeId !== known) {
          known = state.exchangeId;
          ports.onExchange(known, id, start.id);
          void keeper.save(id);
        }
        if (status === 'running') return;
        unsubscribe();
        const ended = status === 'done' && state.state !== 'running' ? state : broken(state, error);
        putCall(id, ended);
        const document = read(id);
        if (document) ports.onSettled(document, ended);
        void keeper.save(id).then(() => resolve(ended));
      };
      const unsubscribe = run.subscribe(take);
      take(run.getState());
    });
  }

  const cancel = (exchangeId: string): void => {
    client.exchanges.cancel({ id: exchangeId }).catch(() => undefined);
  };

  const broken = (call: SoundCall, error: unknown): SoundCall => ({
    ...call,
    state: 'interrupted',
    sent: call.sent ?? 'maybe-processed',
    failure: AppError.from(error ?? new AppError(failure('internal', strings().texts.noLastWord))),
    endMs: now() - call.startedAt,
  });

  function resumeCall(id: string, call: SoundCall): void {
    if (call.state !== 'running' || followed.has(call.id)) return;
    if (call.exchangeId) {
      const fresh = { ...call, text: '', segments: [], words: [], warnings: [], sending: null };
      void follow(id, client.exchanges.watch({ id: call.exchangeId }), fresh);
      return;
    }
    followed.add(call.id);
    const { message, hint } = ports.lostWords();
    const lose = () => {
      putCall(id, {
        ...call,
        state: 'interrupted',
        sent: 'maybe-processed',
        failure: failure('app-ended', message, { hint }),
        endMs: 0,
      });
      void keeper.save(id);
    };
    setTimeout(lose, Math.max(0, call.startedAt + lostAfterMs - now()));
  }

  const book: SoundBook = {
    store,
    add(document) {
      put(document);
      void keeper.save(document.id);
    },
    async change(id, kind, by) {
      const document = read(id);
      if (document?.kind !== kind) return;
      put(by(document as Parameters<typeof by>[0]));
      await keeper.save(id);
    },
    read,
    async open(id) {
      const known = read(id);
      if (known) return known;
      const stored = await client.library.open({ id });
      if (!stored) return null;
      // Another call may have read it meanwhile, and what it follows must not be put back to the stored state.
      const meanwhile = read(id);
      if (meanwhile) return meanwhile;
      const document = JSON.parse(stored.content) as SoundDocument;
      keeper.knows(id, stored.revision);
      if (stored.starred) stars.add(id);
      put(document);
      for (const call of callsOf(document)) resumeCall(id, call);
      return document;
    },
    async resume() {
      const rows = await client.library.conversations({ panel: 'audio' });
      for (const { id, note } of rows) if (note.split('|')[1] === 'running') await book.open(id);
    },
    async sendWaiting(id, callIds) {
      for (const callId of callIds) {
        const call = callIn(id, callId);
        const document = read(id);
        if (!document || call?.state !== 'waiting' || stopped.has(callId)) return;
        const started: SoundCall = { ...call, state: 'running', stage: 'preparing', startedAt: now() };
        putCall(id, started);
        // On the disk first: a page that is closed right now must find what it sent.
        void keeper.save(id);
        const ended = await follow(id, ports.send(draftOf(document, started, usualHearSettings)), started);
        if (!isGood(ended)) return;
      }
    },
    stop(id, callId) {
      const document = read(id);
      for (const call of document ? callsOf(document) : []) {
        if (callId !== undefined && call.id !== callId) continue;
        if (call.state !== 'running') continue;
        stopped.add(call.id);
        if (call.exchangeId) cancel(call.exchangeId);
      }
    },
    async star(id, starred) {
      if (!(await book.open(id))) return;
      if (starred) stars.add(id);
      else stars.delete(id);
      await keeper.save(id);
    },
    async remove(id) {
      book.stop(id);
      keeper.drop(id);
      await client.library.remove({ id });
      store.setState(({ open: before }) => {
        const { [id]: _gone, ...others } = before;
        return { open: others };
      });
    },
  };
  return book;
}
