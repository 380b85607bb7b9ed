import { useStore } from 'zustand';
import { client } from '../../lib/client/client.ts';
import { readVectors, storeVectors } from '../../lib/corpus/corpus-document.ts';
import { embedTexts } from '../../lib/corpus/embed-texts.ts';
import { rememberCorpus } from '../../lib/corpus/last-corpus.ts';
import { readTexts } from '../../lib/corpus/read-texts.ts';
import { reopenLast } from '../../lib/documents/last-open.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/notices/announce.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave, persistedStore } from '../../lib/preferences/persisted-store.ts';
import { beginWork } from '../../lib/runs/running-work.ts';
import { type Corpus, type ModelRun, originOf, settingsOf, usualSettings } from './corpus.ts';
import { clearSelection } from './selection.ts';
import { corpusOf, createEmbeddingsStore, type EmbeddingsState, type EmbeddingsStore } from './store.ts';
import { isBlank, titleOf } from './stored-corpus.ts';

/** The corpus that was open last, restored after a reload. */
const lastOpen = persistedStore('embeddings.open', { id: null as string | null }, { quietMs: 0 });

/** Model and parameters for the next run. */
export const useChoices = persistedStore('embeddings.choices', { model: '', settings: usualSettings });

let store: EmbeddingsStore | undefined;

/**
 * Returns the panel's store; created on first use, when the connection to the core and the saved preferences are
 * available.
 */
export function embeddingsStore(): EmbeddingsStore {
  if (store) return store;
  const created = createEmbeddingsStore({
    library: client.library,
    readTexts,
    embedTexts,
    keepVectors: storeVectors,
    readVectors,
    newId: () => crypto.randomUUID(),
    clock: () => performance.now(),
    beginWork: () => beginWork('embeddings'),
    onExchange: (exchangeId, { corpusId, textPlace }) =>
      rememberOrigin(exchangeId, { panel: 'embeddings', documentId: corpusId, itemId: String(textPlace) }),
    onSettled: (texts, left) => announce(strings().embeddings.run.settled(texts, left)),
    onTrouble: (what) => toast({ intent: 'warn', title: strings().embeddings.saved[what] }),
  });
  store = created;
  reopenLast({ lastOpen, store: created, isBlank });
  created.subscribe((state, before) => {
    if (state.openId !== before.openId) clearSelection();
    share(state);
    reportRun(state, before);
  });
  onLeave(() => void created.flush());
  return created;
}

export const useCorpus = <T = Corpus>(pick: (corpus: Corpus) => T = (corpus) => corpus as T): T =>
  useStore(embeddingsStore(), (state) => pick(corpusOf(state)));

/** Opens a saved corpus, and selects the connection, key and model its vectors are from. */
export async function openCorpus(id: string): Promise<boolean> {
  const isOpen = await embeddingsStore().open(id);
  const { run } = embeddingsStore().current();
  if (isOpen && run) switchBack(run);
  return isOpen;
}

/** Selects what a run was made with. */
export function switchBack(run: ModelRun): void {
  useChoices.setState({ model: run.model, settings: settingsOf(run.options) });
  restoreOrigin('embeddings', originOf(run));
}

/**
 * Sets a text as a new corpus while another one is being opened, else as the source of the current one. Of several such
 * texts the last one is set.
 */
export async function openText(text: string): Promise<void> {
  if (embeddingsStore().getState().opening && !(await embeddingsStore().create())) return;
  embeddingsStore().setSource(text);
}

/** Reports the progress of a run to the host, and its end to a user who is looking elsewhere. */
function reportRun({ openId, running }: EmbeddingsState, before: EmbeddingsState): void {
  const newest = running ?? before.running;
  if (running === before.running || !newest) return;
  const { settled, total } = newest;
  const state = running ? 'running' : 'over';
  void client.host
    .reportWork({ id: running ? openId : before.openId, kind: 'embedding', settled, total, state })
    .catch(() => undefined);
}

let shared: unknown;

/** Offers the corpus to other panels whenever a run has ended. */
function share(state: EmbeddingsState): void {
  const corpus = corpusOf(state);
  const { id, read, run } = corpus;
  if (state.running || !run || run.items === shared || !run.items.some((item) => item?.vector)) return;
  shared = run.items;
  rememberCorpus({
    id,
    name: titleOf(corpus),
    items: read.items,
    vectors: run.items.map((item) => item?.vector ?? null),
    connectionId: run.connectionId,
    keyId: run.keyId,
    model: run.model,
    options: run.options,
  });
}
