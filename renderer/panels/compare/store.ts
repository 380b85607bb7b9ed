import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompareInput, SheetRow } from '#shared/contract/compare.ts';
import type { Client } from '#shared/contract/index.ts';
import type { CompareCap } from '#shared/contract/judge.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { client } from '../../lib/client/client.ts';
import type { useAction } from '../../lib/client/use-action.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { reopenLast } from '../../lib/documents/last-open.ts';
import { saveFile } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { openConversationOf } from '../../lib/navigation/conversation-handoff.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave, persistedStore } from '../../lib/preferences/persisted-store.ts';
import { type CompareLane, type Comparison, isBlank, newComparison, titleOf } from './model/comparison.ts';
import { drawReplies, followRun, noteDocument, type ShownRun } from './runs.ts';

/** What the store needs from outside; tests pass fakes. */
export interface ComparePorts {
  client: Pick<Client, 'library'> & { compare: Pick<Client['compare'], 'start'> };
  newId: () => string;
  copyTitle: (title: string) => string;
  onTrouble: (trouble: SaveTrouble) => void;
}

interface CompareState extends Documents<Comparison> {
  /** The last open comparison is being read. */
  opening: boolean;
}

interface CompareStore
  extends StoreApi<CompareState>,
    Pick<DocumentStore<Comparison>, 'current' | 'open' | 'edit' | 'remove' | 'flush'> {
  change(change: (comparison: Comparison) => Comparison): void;
  /** Creates a comparison with the lanes of the open one. */
  create(from?: Partial<Comparison>): void;
  /** Starts a run of the lanes, or of the sheet, and resolves with its id. Rejects with an `AppError`. */
  start(input: CompareInput, what: 'lanes' | 'sheet'): Promise<string>;
}

/** Creates the panel's store: open comparisons. Their runs belong to the core. It outlives the panel. */
export function createCompareStore(ports: ComparePorts): CompareStore {
  const first = newComparison(ports.newId());
  const store = createStore<CompareState>(() => ({ open: { [first.id]: first }, openId: first.id, opening: false }));
  const documents = createDocumentStore<Comparison>({
    store,
    library: ports.client.library,
    rowOf,
    isBlank,
    fromStored: ({ id, content }) => newComparison(id, JSON.parse(content) as Partial<Comparison>),
    copyOf: (mine) => ({ ...mine, id: ports.newId(), name: ports.copyTitle(titleOf(mine)) }),
    onTrouble: ports.onTrouble,
  });
  const { current, change: changeIn } = documents;
  return {
    ...store,
    current,
    open: documents.open,
    edit: documents.edit,
    flush: documents.flush,
    change: (change) => changeIn(store.getState().openId, change),
    create(from = {}) {
      const { lanes, parameters, synced } = current();
      const fresh = lanes.map((lane) => ({ ...lane, history: [], prompt: null }));
      documents.show(newComparison(ports.newId(), { lanes: fresh, parameters, synced, ...from }));
      documents.soon(current().id);
    },
    async remove(id) {
      if (store.getState().openId === id) documents.show(newComparison(ports.newId()));
      await documents.remove(id);
    },
    async start(input, what) {
      const { id } = current();
      const { runId } = await ports.client.compare.start(input);
      changeIn(id, (comparison) => ({ ...comparison, [what === 'sheet' ? 'sheetRunId' : 'runId']: runId }));
      await documents.save(id);
      return runId;
    },
  };
}

/** Returns the list row: the number of lanes in its note; its prompt is searchable. */
export function rowOf(comparison: Comparison): SavedDocument {
  const { id, starred, lanes, prompt, system } = comparison;
  const texts = [prompt, system].filter((text) => text.trim() !== '');
  return {
    id,
    panel: 'compare',
    title: titleOf(comparison),
    starred,
    model: lanes[0]?.model.slice(0, 200) || null,
    note: `${lanes.length}`,
    content: JSON.stringify(comparison),
    passages: texts.map((text, at) => ({ messageId: String(at), text: text.slice(0, 2000) })),
  };
}

/** The comparison that was open last; restored after a reload. */
const lastOpen = persistedStore('compare.open', { id: null as string | null }, { quietMs: 0 });

let store: CompareStore | undefined;

/**
 * Returns the panel's store; created on first use, when the connection to the core and the saved preferences are
 * available.
 */
export function compareStore(): CompareStore {
  if (store) return store;
  const created = createCompareStore({
    client,
    newId: () => crypto.randomUUID(),
    copyTitle: (title) => strings().compare.copyTitle(title),
    onTrouble: (trouble) => toast({ intent: 'warn', title: strings().compare.trouble[trouble] }),
  });
  store = created;
  reopenLast({
    lastOpen,
    store: created,
    isBlank,
    onUnread: () => toast({ intent: 'warn', title: strings().compare.trouble.unread }),
  });
  onLeave(() => void created.flush());
  return created;
}

/** Returns the open comparison. */
export const useComparison = (): Comparison =>
  useStore(compareStore(), ({ open, openId }) => open[openId] as Comparison);

export const changeComparison = (change: (comparison: Comparison) => Comparison): void => compareStore().change(change);

export const newId = (): string => crypto.randomUUID();

/** The parts of the panel. */
export type View = 'lanes' | 'sheet' | 'mirror' | 'votes' | 'judge';
export type DiffMode = 'words' | 'lines' | 'json';

/** What is shown of every comparison. */
export const useView = persistedStore('compare.view', {
  view: 'lanes' as View,
  /** The run whose grades are shown. */
  judged: 'lanes' as 'lanes' | 'sheet',
  isDiff: false,
  diffMode: 'words' as DiffMode,
  hasFigures: true,
});

/** Calls the core; a failure is shown until the next attempt. */
export type RunAct = ReturnType<typeof useAction<[() => Promise<unknown>], unknown>>;

/** What each view of a comparison shows. */
export interface ViewProps {
  comparison: Comparison;
  /** The newest run, of the sheet or of the lanes. */
  shown: ShownRun | null;
  act: RunAct;
}

/** Starts a run of the lanes and draws its replies while they arrive. Rejects with an `AppError`. */
export async function startLanes(input: CompareInput): Promise<void> {
  const { id } = compareStore().current();
  const runId = await compareStore().start(input, 'lanes');
  noteDocument(runId, id);
  drawReplies(runId);
  void followRun(runId);
}

/** Starts a run of the sheet. Rejects with an `AppError`. */
export async function startSheet(input: CompareInput): Promise<void> {
  const { id } = compareStore().current();
  const runId = await compareStore().start(input, 'sheet');
  noteDocument(runId, id);
  void followRun(runId);
}

/** Stops a run, or some of its cells. Rejects with an `AppError`. */
export const stopRun = (runId: string, cells?: string[]): Promise<void> =>
  client.compare.stop({ runId, ...(cells ? { cells } : {}) });

/** Sends cells of a run again, with another cap or other rows where given. Rejects with an `AppError`. */
export async function rerunCells(
  runId: string,
  cells: string[],
  change: { cap?: CompareCap; rows?: SheetRow[] } = {},
): Promise<void> {
  await client.compare.rerun({ runId, cells, ...change });
  void followRun(runId);
}

/** Lets a model grade the replies of a run. Rejects with an `AppError`. */
export async function judgeRun(input: Parameters<typeof client.compare.judge>[0]): Promise<void> {
  await client.compare.judge(input);
  void followRun(input.runId);
}

/** Opens a new chat with the turns of a lane and the reply of a cell. Rejects with an `AppError`. */
export async function openInChat(
  comparison: Comparison,
  { connectionId, keyId, routeId, model, ...lane }: CompareLane & { routeId: TextRouteId },
  runId: string,
  cellId: string,
): Promise<void> {
  const [run, [cell]] = await Promise.all([
    client.compare.get({ runId }),
    client.compare.cells({ runId, ids: [cellId] }),
  ]);
  const sent = run.input.lanes.find(({ id }) => id === lane.id);
  openConversationOf({
    connectionId,
    keyId,
    routeId,
    model,
    system: sent?.system ?? run.input.system,
    parameters: (comparison.synced.parameters ? null : lane.parameters) ?? comparison.parameters,
    turns: [
      ...(sent?.history ?? []),
      { role: 'user', text: sent?.prompt ?? run.input.prompt, attachments: run.input.attachments },
      ...(cell?.text ? [{ role: 'assistant' as const, text: cell.text }] : []),
    ],
  });
}

export async function exportRun(input: Parameters<typeof client.compare.export>[0]): Promise<void> {
  const name = await saveFile(await client.compare.export(input));
  if (name) toast({ intent: 'ok', title: strings().compare.exported(name) });
}

const orNotify = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => toast({ intent: 'bad', title: strings().compare.list.failed }),
  );

export const openComparison = (id: string): Promise<void> =>
  orNotify(
    compareStore()
      .open(id)
      .then((found) => {
        if (!found) toast({ intent: 'warn', title: strings().compare.list.gone });
      }),
  );

export const editComparison = (id: string, change: Partial<Comparison>): Promise<void> =>
  orNotify(compareStore().edit(id, (comparison) => ({ ...comparison, ...change })));

export const removeComparison = (id: string): Promise<void> => orNotify(compareStore().remove(id));
