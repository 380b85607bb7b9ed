import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { ImageHead } from '#shared/media/image-head.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';
import { createDocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { endedCall, type Following, followCall, lostCall } from '../../lib/runs/follow-call.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { createLateImages, type LateImages } from './late-images.ts';
import { cardOf, rowOf } from './model/card.ts';
import {
  type Call,
  foldCall,
  type Generation,
  imagesOf,
  isRunning,
  type MadeImage,
  newCall,
  pendingPreviews,
} from './model/generation.ts';
import { type ImageSpec, imageDrafts } from './model/image-spec.ts';

/** What the store needs from outside; replaced in tests. */
export interface ImageStorePorts {
  client: Pick<Client, 'library' | 'exchanges' | 'tasks'>;
  /** Sends a draft and follows it to its end, across lost connections too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: RunStarter;
  headOf: (fileId: string) => Promise<ImageHead | null>;
  makeThumb: (file: FileRef) => Promise<FileRef | null>;
  newId: () => string;
  now: () => number;
  /** The failure shown for a request that may or may not have been sent. */
  unknownOutcomeText: () => { message: string; hint: string };
  onExchange: (exchangeId: string, generationId: string, call: number) => void;
  onSettled: (generation: Generation) => void;
  onTrouble: () => void;
}

export interface ImageStore {
  /** What arrives after a request is over. */
  readonly late: LateImages;
  /** Running or opened generations, by id. */
  readonly store: StoreApi<Documents<Generation>>;
  /**
   * Sends a request and returns the id of its generation. Saving it has already started.
   *
   * @param instead the generation whose place it takes among those that were sent together.
   */
  start(order: ImageSpec, parent: Generation['parent'], instead?: string): string;
  /** Sends one request for each of several models, and returns the ids of their generations in the same order. */
  startAll(orders: readonly ImageSpec[], parent: Generation['parent']): string[];
  /** Reads a generation of the library and resumes following its running calls. */
  open(id: string): Promise<Generation | null>;
  /** Finds running calls in the rows of the library after a reload and follows them. */
  resume(): Promise<void>;
  /** Creates the thumbnail of a generation that has none, once; one at a time. Resolves when that was tried. */
  createThumb(id: string): Promise<void>;
  stop(id: string): void;
  star(id: string, starred: boolean): Promise<void>;
  remove(ids: readonly string[]): Promise<Generation[]>;
  /** Restores deleted generations. */
  restore(generations: readonly Generation[]): Promise<void>;
}

/** Creates the store of running and opened generations. It lives outside React: a panel may unmount and return. */
export function createImageStore(ports: ImageStorePorts): ImageStore {
  const { client, now } = ports;
  const running = new Map<string, Following<Call>>();
  const thumbs = new Map<string, Promise<void>>();
  const store = createStore<Documents<Generation>>(() => ({ open: {}, openId: '' }));
  const documents = createDocumentStore<Generation>({
    store,
    library: client.library,
    rowOf,
    onRead: (generation) => {
      for (const [index, call] of generation.calls.entries()) resumeCall(generation, index, call);
    },
    onTrouble: ports.onTrouble,
  });
  const { read, put, load: open, update } = documents;
  const putCall = (id: string, index: number, call: Call) =>
    update(id, (generation) => ({ ...generation, calls: generation.calls.with(index, call) }));

  async function follow(id: string, index: number, parts: AsyncIterable<Part>, start: Call): Promise<void> {
    const following = followCall({
      start,
      parts,
      fold: foldCall,
      startRun: ports.startRun,
      cancel: (exchangeId) => void client.exchanges.cancel({ id: exchangeId }).catch(() => undefined),
      known: start.exchangeId,
      onChange: (call) => putCall(id, index, call),
      onExchange(exchangeId) {
        if (!read(id)) return;
        ports.onExchange(exchangeId, id, index);
        void documents.save(id);
      },
    });
    running.set(`${id} ${index}`, following);
    const end = await following.ended;
    running.delete(`${id} ${index}`);
    await settle(id, index, endedCall(end, now()));
  }

  /**
   * Ends a call. Its images are measured before its state changes, so that requested and actual values can be compared.
   */
  async function settle(id: string, index: number, call: Call): Promise<void> {
    if (!read(id)) return;
    const images = await Promise.all(call.pictures.map(measured));
    putCall(id, index, { ...call, pictures: images, endMs: call.endMs ?? now() - call.startedAt });
    const generation = read(id);
    if (!generation) return;
    await documents.save(id);
    if (call.task) await late.followTask(id, index).catch(() => undefined);
    if (isRunning(generation)) return;
    ports.onSettled(generation);
    await thumb(id);
  }

  async function measured(image: MadeImage): Promise<MadeImage> {
    const head = image.file && (await ports.headOf(image.file.id));
    return head ? { ...image, mediaType: head.type, width: head.width, height: head.height } : image;
  }

  const onChanged = async (id: string) => {
    await documents.save(id);
    await thumb(id);
  };
  const late = createLateImages({ client, read, putCall, measured, onChanged });

  /** Both the end of a generation and its card may ask for it. */
  function thumb(id: string): Promise<void> {
    const making = thumbs.get(id) ?? makeThumb(id).finally(() => thumbs.delete(id));
    thumbs.set(id, making);
    return making;
  }

  async function makeThumb(id: string): Promise<void> {
    const generation = read(id);
    if (!generation || generation.thumb || isRunning(generation)) return;
    const file = shownFile(generation);
    const made = file && (await ports.makeThumb(file));
    if (!made) return;
    update(id, (before) => ({ ...before, thumb: made }));
    await documents.save(id);
  }

  function resumeCall({ id }: Generation, index: number, call: Call): void {
    if (call.state !== 'running') return;
    const start = newCall(call.startedAt);
    if (call.exchangeId) {
      const parts = client.exchanges.watch({ id: call.exchangeId });
      void follow(id, index, parts, { ...start, exchangeId: call.exchangeId });
      return;
    }
    void lostCall(call, now(), ports.unknownOutcomeText()).then((lost) => settle(id, index, lost));
  }

  function begin(
    id: string,
    order: ImageSpec,
    parent: Generation['parent'],
    createdAt: number,
    together: readonly string[] | undefined,
  ): void {
    const drafts = imageDrafts(order);
    const calls = drafts.map(() => newCall(createdAt));
    put({ id, createdAt, order, parent, calls, thumb: null, ...(together && { together }) });
    // Save first: a page that is closed right now must find what it sent.
    void documents.save(id);
    for (const [index, draft] of drafts.entries()) void follow(id, index, ports.send(draft), newCall(createdAt));
  }

  let mending: Promise<void> = Promise.resolve();
  const attempts = new Map<string, Promise<void>>();

  return {
    store,
    late,
    start(order, parent, instead) {
      const id = ports.newId();
      const group = instead === undefined ? undefined : read(instead)?.together;
      const together = group?.map((other) => (other === instead ? id : other));
      // The others lead to the new one from now on.
      if (together)
        for (const other of together)
          if (other !== id && other !== instead)
            void documents.edit(other, (one) => ({ ...one, together })).catch(() => undefined);
      begin(id, order, parent, now(), together);
      return id;
    },
    startAll(orders, parent) {
      const ids = orders.map(() => ports.newId());
      const together = ids.length > 1 ? ids : undefined;
      // The gallery shows the newest first: the first model is the newest.
      for (const [index, order] of orders.entries())
        begin(ids[index] as string, order, parent, now() - index, together);
      return ids;
    },
    open,
    async resume() {
      const rows = await client.library.conversations({ panel: 'images' });
      for (const row of rows) if (cardOf(row).state === 'running') await open(row.id);
    },
    createThumb(id) {
      const before = attempts.get(id);
      if (before) return before;
      mending = mending
        .then(() => open(id))
        .then(() => thumb(id))
        .catch(() => undefined);
      attempts.set(id, mending);
      return mending;
    },
    stop(id) {
      for (const index of read(id)?.calls.keys() ?? []) running.get(`${id} ${index}`)?.stop();
    },
    star: documents.star,
    async remove(ids) {
      const removed: Generation[] = [];
      for (const id of ids) {
        const generation = await open(id);
        if (generation) removed.push(generation);
        this.stop(id);
        await documents.remove(id);
      }
      return removed;
    },
    async restore(generations) {
      for (const generation of generations) {
        // Its thumbnail was deleted with it; the images themselves are still stored by their exchanges.
        await documents.restore({ ...(isRunning(generation) ? ended(generation) : generation), thumb: null });
        await thumb(generation.id);
      }
    },
  };
}

/**
 * Returns the image to show for a generation in the gallery: its first, or the best preview of one that never arrived.
 */
function shownFile(generation: Generation): FileRef | null {
  const whole = imagesOf(generation).find(({ file }) => file !== null)?.file;
  return whole ?? generation.calls.flatMap((call) => pendingPreviews(call)).at(0)?.file ?? null;
}

/** Returns a deleted run as stopped: deleting it stopped it. */
const ended = (generation: Generation): Generation => ({
  ...generation,
  calls: generation.calls.map((call) => (call.state === 'running' ? { ...call, state: 'cancelled', endMs: 0 } : call)),
});
