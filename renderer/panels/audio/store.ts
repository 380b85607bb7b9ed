import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { SavedDocument, Stored } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { endedCall, type Following, followCall, lostCall } from '../../lib/runs/follow-call.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import {
  type AudioCall,
  type AudioDocument,
  callsOf,
  isSuccessful,
  newestCalls,
  stateOf,
  titleOf,
  withCall,
} from './model/audio-document.ts';
import { draftOf } from './model/drafts.ts';
import { laterDocuments } from './model/earlier-documents.ts';
import { foldCall } from './model/fold-call.ts';
import { transcriptOf } from './model/transcript.ts';

/** What the store needs from outside; replaced in tests. */
export interface AudioStorePorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, across lost connections too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: RunStarter;
  now: () => number;
  /** The failure shown for a request that may or may not have been sent. */
  unknownOutcomeText: () => { message: string; hint: string };
  onExchange: (exchangeId: string, documentId: string, callId: string) => void;
  /** Receives chunks of speech as they arrive, and every other part. */
  onPart: (call: AudioCall, part: Part) => void;
  onSettled: (document: AudioDocument, call: AudioCall) => void;
  onTrouble: () => void;
}

type Change<K extends AudioDocument['kind']> = (
  document: Extract<AudioDocument, { kind: K }>,
) => Extract<AudioDocument, { kind: K }>;

export interface AudioStore {
  readonly store: StoreApi<Documents<AudioDocument>>;
  /** Adds a new document; saving it has already started. */
  add(document: AudioDocument): void;
  /** Changes a document and saves it. Does nothing when it is not open. */
  change<K extends AudioDocument['kind']>(id: string, kind: K, by: Change<K>): Promise<void>;
  /** The same for text that is being typed: it is saved within a moment. */
  edit<K extends AudioDocument['kind']>(id: string, kind: K, by: Change<K>): void;
  read(id: string): AudioDocument | undefined;
  /** Reads a document of the library and resumes following its running calls. */
  open(id: string): Promise<AudioDocument | null>;
  /** Finds running calls in the rows of the library after a reload and follows them. */
  resume(): Promise<void>;
  /** Sends the waiting calls of a document one after the other; stops early when one does not succeed. */
  sendWaiting(id: string, callIds: readonly string[]): Promise<void>;
  stop(id: string, callId?: string): void;
  star(id: string, starred: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Saves everything that is pending, at once. */
  flush(): Promise<void>;
}

/** Creates the store of opened and running documents. It lives outside React: the panel may unmount and return. */
export function createAudioStore(ports: AudioStorePorts): AudioStore {
  const { client, now } = ports;
  const running = new Map<string, Following<AudioCall>>();
  const store = createStore<Documents<AudioDocument>>(() => ({ open: {}, openId: '' }));
  const documents = createDocumentStore<AudioDocument>({
    store,
    library: client.library,
    rowOf,
    fromStored,
    onRead: resumeCalls,
    onTrouble: ports.onTrouble,
  });
  const { read, put, load: open } = documents;
  /** Documents that were read as an earlier version stored them. */
  const earlier = new Set<string>();
  const putCall = (id: string, call: AudioCall) => documents.update(id, (document) => withCall(document, call));
  const callIn = (id: string, callId: string) => {
    const document = read(id);
    return document && callsOf(document).find((call) => call.id === callId);
  };

  /** Follows a call to its end; resolves with its final state. */
  async function follow(id: string, parts: AsyncIterable<Part>, start: AudioCall): Promise<AudioCall> {
    async function* tapped() {
      for await (const part of parts) {
        ports.onPart(start, part);
        yield part;
      }
    }
    const following = followCall({
      start,
      parts: tapped(),
      fold: (call, part) => foldCall(call, part, now()),
      startRun: ports.startRun,
      cancel: (exchangeId) => void client.exchanges.cancel({ id: exchangeId }).catch(() => undefined),
      known: start.exchangeId,
      onChange: (call) => putCall(id, call),
      onExchange(exchangeId) {
        if (!read(id)) return;
        ports.onExchange(exchangeId, id, start.id);
        void documents.save(id);
      },
    });
    running.set(start.id, following);
    const ended = endedCall(await following.ended, now());
    running.delete(start.id);
    putCall(id, ended);
    const document = read(id);
    if (document) ports.onSettled(document, ended);
    await documents.save(id);
    return ended;
  }

  async function fromStored({ content }: Stored): Promise<AudioDocument> {
    const stored = JSON.parse(content) as Parameters<typeof laterDocuments>[0];
    const later = laterDocuments(stored);
    if (later === null) return stored as AudioDocument;
    const [document, ...others] = later;
    for (const other of others) {
      // Read before, in a page that was closed before it had stored the first one.
      if (await open(other.id)) continue;
      put(other);
      resumeCalls(other);
      void documents.save(other.id);
    }
    earlier.add(document.id);
    return document;
  }

  function resumeCalls(document: AudioDocument): void {
    for (const call of callsOf(document)) resumeCall(document.id, call);
    if (earlier.delete(document.id)) void documents.save(document.id);
  }

  function resumeCall(id: string, call: AudioCall): void {
    if (call.state !== 'running') return;
    if (call.exchangeId) {
      const fresh = { ...call, text: '', segments: [], words: [], warnings: [], sending: null };
      void follow(id, client.exchanges.watch({ id: call.exchangeId }), fresh);
      return;
    }
    void lostCall(call, now(), ports.unknownOutcomeText()).then((lost) => {
      putCall(id, lost);
      void documents.save(id);
    });
  }

  const audioStore: AudioStore = {
    store,
    add(document) {
      put(document);
      void documents.save(document.id);
    },
    async change(id, kind, by) {
      const document = read(id);
      if (document?.kind !== kind) return;
      put(by(document as Parameters<typeof by>[0]));
      await documents.save(id);
    },
    edit(id, kind, by) {
      if (read(id)?.kind === kind) documents.change(id, (document) => by(document as Parameters<typeof by>[0]));
    },
    read,
    open,
    async resume() {
      const rows = await client.library.conversations({ panel: 'audio' });
      for (const { id, note } of rows) if (note.split('|')[1] === 'running') await open(id);
    },
    async sendWaiting(id, callIds) {
      for (const callId of callIds) {
        const call = callIn(id, callId);
        const document = read(id);
        if (!document || call?.state !== 'waiting') return;
        const started: AudioCall = { ...call, state: 'running', stage: 'preparing', startedAt: now() };
        putCall(id, started);
        // Save first: a page that is closed right now must find what it sent.
        void documents.save(id);
        const ended = await follow(id, ports.send(draftOf(document, started)), started);
        if (!isSuccessful(ended)) return;
      }
    },
    stop(id, callId) {
      const document = read(id);
      for (const call of document ? callsOf(document) : [])
        if (callId === undefined || call.id === callId) running.get(call.id)?.stop();
    },
    star: documents.star,
    flush: documents.flush,
    async remove(id) {
      audioStore.stop(id);
      await documents.remove(id);
    },
  };
  return audioStore;
}

/** Returns the row of a document: `kind|state|seconds or count` as its note, and all its texts as passages. */
export function rowOf(document: AudioDocument, starred: boolean): SavedDocument {
  const number =
    document.kind === 'hear' ? Math.round((document.source?.duration ?? 0) * 100) / 100 : document.takes.length;
  const texts = document.kind === 'hear' ? document.runs.map((run) => transcriptOf(run).text) : [document.text];
  return {
    id: document.id,
    panel: 'audio',
    title: titleOf(document),
    starred,
    model: callsOf(document).at(-1)?.model ?? null,
    note: `${document.kind}|${stateOf(newestCalls(document))}|${number}`,
    content: JSON.stringify(document),
    passages: texts.filter((text) => text.trim() !== '').map((text, at) => ({ messageId: String(at), text })),
  };
}
