import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { FileRef, Part } from '#shared/routes/part.ts';
import { strings } from '../../lib/strings.ts';
import { createGenerationKeeper } from './keep-generation.ts';
import { cardOf } from './model/card-note.ts';
import { foldCall } from './model/fold-call.ts';
import { type Call, type Generation, isRunning, newCall, openPreviews, picturesOf } from './model/generation.ts';
import { type ImageOrder, imageDrafts } from './model/image-order.ts';
import type { PictureHead } from './model/picture-head.ts';

/** A live run as the shared run store keeps it. */
interface Run<State> {
  status: 'running' | 'done' | 'failed';
  state: State;
  error?: unknown;
}

/** What the studio needs from outside; by hand in tests. */
export interface StudioPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft and follows it to its end, over broken lines too. */
  send: (draft: DraftInput) => AsyncIterable<Part>;
  startRun: <P, State>(
    parts: AsyncIterable<P>,
    start: State,
    fold: (state: State, part: P) => State,
  ) => StoreApi<Run<State>>;
  headOf: (fileId: string) => Promise<PictureHead | null>;
  makeThumb: (file: FileRef) => Promise<FileRef | null>;
  newId: () => string;
  now: () => number;
  /** What is said of a request of which nobody knows whether it was sent. */
  lostWords: () => { message: string; hint: string };
  onExchange: (exchangeId: string, generationId: string, call: number) => void;
  onSettled: (generation: Generation) => void;
  onTrouble: () => void;
}

export interface Studio {
  /** Generations that run, or were opened, by id. */
  readonly store: StoreApi<{ open: Readonly<Record<string, Generation>> }>;
  /** Sends an order. The id of its generation, which is on its way to the disk already. */
  start(order: ImageOrder, parent: Generation['parent']): string;
  /** Reads a generation of the library, and goes on following what still runs of it. */
  open(id: string): Promise<Generation | null>;
  /** After a reload: finds what still runs, in the rows of the library, and follows it. */
  resume(): Promise<void>;
  /** Makes the small picture of a generation that has none; one at a time. */
  mend(id: string): void;
  stop(id: string): void;
  star(id: string, starred: boolean): Promise<void>;
  remove(ids: readonly string[]): Promise<Generation[]>;
  /** Puts back what was removed. */
  restore(generations: readonly Generation[]): Promise<void>;
}

/** A request that no exchange is known of after so long was not sent, or its record is beyond reach. */
const lostAfterMs = 30_000;

/** What runs and what was opened, outside React: a panel may leave and come back. */
export function createStudio(ports: StudioPorts): Studio {
  const { client, now } = ports;
  const store = createStore<{ open: Readonly<Record<string, Generation>> }>(() => ({ open: {} }));
  const stars = new Set<string>();
  const followed = new Set<string>();
  const read = (id: string) => store.getState().open[id];
  const keeper = createGenerationKeeper({
    library: client.library,
    read,
    isStarred: (id) => stars.has(id),
    onTrouble: ports.onTrouble,
  });
  const put = (generation: Generation) =>
    store.setState(({ open }) => ({ open: { ...open, [generation.id]: generation } }));
  const change = (id: string, by: (generation: Generation) => Generation) => {
    const before = read(id);
    if (before) put(by(before));
  };
  const putCall = (id: string, index: number, call: Call) =>
    change(id, (generation) => ({ ...generation, calls: generation.calls.with(index, call) }));

  function follow(id: string, index: number, parts: AsyncIterable<Part>, start: Call): void {
    followed.add(`${id} ${index}`);
    const run = ports.startRun(parts, start, foldCall);
    let known = start.exchangeId;
    const take = ({ status, state, error }: Run<Call>) => {
      const before = read(id)?.calls[index];
      if (!before) return;
      if (state.exchangeId && state.exchangeId !== known) {
        known = state.exchangeId;
        ports.onExchange(known, id, index);
        putCall(id, index, state);
        void keeper.save(id);
      }
      if (status === 'running') return putCall(id, index, state);
      unsubscribe();
      void settle(id, index, status === 'done' && state.state !== 'running' ? state : broken(state, error));
    };
    const unsubscribe = run.subscribe(take);
    take(run.getState());
  }

  const broken = (call: Call, error: unknown): Call => ({
    ...call,
    state: 'interrupted',
    sent: call.sent ?? 'maybe-processed',
    failure: AppError.from(error ?? new AppError(failure('internal', strings().texts.noLastWord))),
    endMs: now() - call.startedAt,
  });

  /** A call is over. Its pictures are measured before it counts as such, so that asked and actual can be compared. */
  async function settle(id: string, index: number, call: Call): Promise<void> {
    const pictures = await Promise.all(
      call.pictures.map(async (picture) => {
        const head = picture.file && (await ports.headOf(picture.file.id));
        return head ? { ...picture, mediaType: head.type, width: head.width, height: head.height } : picture;
      }),
    );
    putCall(id, index, { ...call, pictures, endMs: call.endMs ?? now() - call.startedAt });
    const generation = read(id);
    if (!generation) return;
    await keeper.save(id);
    if (isRunning(generation)) return;
    ports.onSettled(generation);
    await thumb(id);
  }

  async function thumb(id: string): Promise<void> {
    const generation = read(id);
    if (!generation || generation.thumb || isRunning(generation)) return;
    const file = shownFile(generation);
    const made = file && (await ports.makeThumb(file));
    if (!made) return;
    change(id, (before) => ({ ...before, thumb: made }));
    await keeper.save(id);
  }

  async function open(id: string): Promise<Generation | null> {
    const known = read(id);
    if (known) return known;
    const stored = await client.library.open({ id });
    if (!stored) return null;
    // Another call may have read it meanwhile, and what it follows must not be put back to the stored state.
    const meanwhile = read(id);
    if (meanwhile) return meanwhile;
    const generation = JSON.parse(stored.content) as Generation;
    keeper.knows(id, stored.revision);
    if (stored.starred) stars.add(id);
    put(generation);
    for (const [index, call] of generation.calls.entries()) resumeCall(generation, index, call);
    return generation;
  }

  function resumeCall({ id }: Generation, index: number, call: Call): void {
    if (call.state !== 'running' || followed.has(`${id} ${index}`)) return;
    const start = newCall(call.startedAt);
    if (call.exchangeId) {
      const parts = client.exchanges.watch({ id: call.exchangeId });
      follow(id, index, parts, { ...start, exchangeId: call.exchangeId });
      return;
    }
    followed.add(`${id} ${index}`);
    const { message, hint } = ports.lostWords();
    const lose = () =>
      void settle(id, index, {
        ...call,
        state: 'interrupted',
        sent: 'maybe-processed',
        failure: failure('app-ended', message, { hint }),
        endMs: 0,
      });
    setTimeout(lose, Math.max(0, call.startedAt + lostAfterMs - now()));
  }

  let mending: Promise<void> = Promise.resolve();
  const mended = new Set<string>();

  return {
    store,
    start(order, parent) {
      const drafts = imageDrafts(order);
      const createdAt = now();
      const id = ports.newId();
      put({ id, createdAt, order, parent, calls: drafts.map(() => newCall(createdAt)), thumb: null });
      // On the disk first: a page that is closed right now must find what it sent.
      void keeper.save(id);
      for (const [index, draft] of drafts.entries()) follow(id, index, ports.send(draft), newCall(createdAt));
      return id;
    },
    open,
    async resume() {
      const rows = await client.library.conversations({ panel: 'images' });
      for (const row of rows) {
        if (row.starred) stars.add(row.id);
        if (cardOf(row).state === 'running') await open(row.id);
      }
    },
    mend(id) {
      if (mended.has(id)) return;
      mended.add(id);
      mending = mending.then(
        async () => {
          await open(id);
          await thumb(id);
        },
        () => undefined,
      );
    },
    stop(id) {
      for (const { state, exchangeId } of read(id)?.calls ?? [])
        if (state === 'running' && exchangeId) client.exchanges.cancel({ id: exchangeId }).catch(() => undefined);
    },
    async star(id, starred) {
      if (!(await open(id))) return;
      if (starred) stars.add(id);
      else stars.delete(id);
      await keeper.save(id);
    },
    async remove(ids) {
      const removed: Generation[] = [];
      for (const id of ids) {
        const generation = await open(id);
        if (generation) removed.push(generation);
        this.stop(id);
        keeper.drop(id);
        await client.library.remove({ id });
        store.setState(({ open: before }) => {
          const { [id]: _gone, ...others } = before;
          return { open: others };
        });
      }
      return removed;
    },
    async restore(generations) {
      for (const generation of generations) {
        // Its small picture was deleted with it, the pictures themselves are kept by their exchanges.
        put({ ...(isRunning(generation) ? ended(generation) : generation), thumb: null });
        keeper.restore(generation.id);
        await keeper.save(generation.id);
        await thumb(generation.id);
      }
    },
  };
}

/** What is shown for a generation in the gallery: its first picture, or the best preview of one that never came. */
export function shownFile(generation: Generation): FileRef | null {
  const whole = picturesOf(generation).find(({ file }) => file !== null)?.file;
  return whole ?? generation.calls.flatMap((call) => openPreviews(call)).at(0)?.file ?? null;
}

/** A run that was removed was stopped with it. */
const ended = (generation: Generation): Generation => ({
  ...generation,
  calls: generation.calls.map((call) => (call.state === 'running' ? { ...call, state: 'cancelled', endMs: 0 } : call)),
});
