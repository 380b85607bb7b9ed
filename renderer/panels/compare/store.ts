import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompareInput } from '#shared/contract/compare.ts';
import type { Client } from '#shared/contract/index.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { type Comparison, isBlank, newComparison, titleOf } from './model/comparison.ts';

/** What the store needs from outside; tests pass fakes. */
export interface ComparePorts {
  client: Pick<Client, 'library'> & { compare: Pick<Client['compare'], 'start'> };
  newId: () => string;
  copyTitle: (title: string) => string;
  onTrouble: (trouble: SaveTrouble) => void;
}

export interface CompareState extends Documents<Comparison> {
  /** The last open comparison is being read. */
  opening: boolean;
}

export interface CompareStore
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
