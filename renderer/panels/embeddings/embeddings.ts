import { client } from '../../lib/client/client.ts';
import { embedTexts } from '../../lib/corpus/embed-texts.ts';
import { rememberCorpus } from '../../lib/corpus/last-corpus.ts';
import { readTexts } from '../../lib/corpus/read-texts.ts';
import { keepVectors, readVectors } from '../../lib/corpus/vector-files.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { announce } from '../../lib/page/announce.ts';
import { toast } from '../../lib/page/toasts.ts';
import { onLeave } from '../../lib/preferences/on-leave.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { beginWork } from '../../lib/runs/running-work.ts';
import { isBlank, titleOf } from './corpus-autosave.ts';
import { type ModelRun, originOf, settingsOf, usualSettings } from './model/lab.ts';
import { forgetSelection } from './selection.ts';
import { createEmbeddingsStore, type EmbeddingsState, type EmbeddingsStore } from './store.ts';

/** Which corpus was open last: a reload comes back to it. */
const lastOpen = persistedStore('embeddings.open', { id: null as string | null }, { quietMs: 0 });

/** Model and parameters that the next run takes. */
export const useChoices = persistedStore('embeddings.choices', { model: '', settings: usualSettings });

let store: EmbeddingsStore | undefined;

/** The panel's store; made at the first use, when the line to the core and the kept preferences are there. */
export function embeddingsStore(): EmbeddingsStore {
  if (store) return store;
  const made = createEmbeddingsStore({
    library: client.library,
    readTexts,
    embedTexts,
    keepVectors,
    readVectors,
    newId: () => crypto.randomUUID(),
    clock: () => performance.now(),
    beginWork: () => beginWork('embeddings'),
    onExchange: (exchangeId, { corpusId, textPlace }) =>
      rememberOrigin(exchangeId, { panel: 'embeddings', documentId: corpusId, itemId: String(textPlace) }),
    onSettled: (texts, left) => announce(strings().embeddings.run.settled(texts, left)),
    onTrouble: (what) => toast({ intent: 'warn', title: strings().embeddings.saved[what] }),
  });
  store = made;
  const { id } = lastOpen.getState();
  if (id) void made.open(id).catch(() => undefined);
  let { id: shownId } = made.getState().corpus;
  made.subscribe((state) => {
    if (state.corpus.id !== shownId) forgetSelection();
    shownId = state.corpus.id;
    share(state);
    if (state.opening) return;
    const open = isBlank(state.corpus) ? null : state.corpus.id;
    if (lastOpen.getState().id !== open) lastOpen.setState({ id: open });
  });
  made.subscribe(reportRun);
  onLeave(() => void made.flush());
  return made;
}

/** Opens a kept corpus, and selects the connection, key and model that its vectors are from. */
export async function openCorpus(id: string): Promise<boolean> {
  const isOpen = await embeddingsStore().open(id);
  const { base } = embeddingsStore().getState().corpus;
  if (isOpen && base) switchBack(base);
  return isOpen;
}

/** Selects what a run was made with. */
export function switchBack(run: ModelRun): void {
  useChoices.setState({ model: run.model, settings: settingsOf(run.options) });
  restoreOrigin('embeddings', originOf(run));
}

/** Takes a text as a corpus of its own where one is being opened, else in place of what is there. */
export async function takeText(text: string): Promise<void> {
  if (embeddingsStore().getState().opening) await embeddingsStore().create();
  embeddingsStore().setSource(text);
}

/** Lets the host show how far a run is, and tell of its end to a user who looks elsewhere. */
function reportRun({ corpus, running }: EmbeddingsState, before: EmbeddingsState): void {
  const newest = running ?? before.running;
  if (running === before.running || !newest) return;
  const { settled, total } = newest;
  const state = running ? 'running' : 'over';
  void client.host
    .reportWork({ id: (running ? corpus : before.corpus).id, kind: 'embedding', settled, total, state })
    .catch(() => undefined);
}

let shared: unknown;

/** Lends the corpus to other panels whenever a run has ended. */
function share({ corpus, running }: EmbeddingsState): void {
  const { id, read, base } = corpus;
  if (running || !base || base.items === shared || !base.items.some((item) => item?.vector)) return;
  shared = base.items;
  rememberCorpus({
    id,
    name: titleOf(corpus),
    items: read.items,
    vectors: base.items.map((item) => item?.vector ?? null),
    connectionId: base.connectionId,
    keyId: base.keyId,
    model: base.model,
    options: base.options,
  });
}
