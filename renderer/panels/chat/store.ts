import { createStore, type StoreApi } from 'zustand';
import type { Part } from '#shared/protocol/part.ts';
import { createAutosave } from '../../lib/documents/autosave.ts';
import { type AnswerRun, followAnswer } from './answer-run.ts';
import { rowOf } from './conversation-row.ts';
import { type Answer, emptyAnswer } from './model/answer.ts';
import { compose } from './model/compose.ts';
import {
  type AssistantTurn,
  addTurn,
  type Conversation,
  newConversation,
  pathTo,
  putAnswer,
  showTurn,
  socketsOf,
  type TextRouteId,
  type Turn,
  titleFrom,
} from './model/conversation.ts';
import { draftFor } from './model/draft.ts';
import { partsOrLost, unsettledTurns } from './model/settle.ts';
import type { ChatPorts } from './ports.ts';
import { readStored } from './read-stored.ts';

export interface ChatState {
  /** Every conversation that is open or still has a running answer, by id. */
  kept: Record<string, Conversation>;
  openId: string;
  /** The conversation of last time is being read: the blank one that stands in for it is not shown. */
  opening: boolean;
  /** Running answers by turn id. They outlive the panel and the switch to another conversation. */
  runs: Record<string, AnswerRun>;
  /** The turn a search led to; the thread scrolls there once. */
  shownTurnId: string | null;
  /** The open conversation belongs to another connection or key than the selected one: nothing is sent until the user chose. */
  mustChoose: boolean;
  /** Conversations whose system prompt editor is open. */
  systemOpen: Readonly<Record<string, boolean>>;
}

export interface AskOptions {
  allowMisuse?: boolean;
  /** For this request only, in place of those of the conversation. */
  routeId?: TextRouteId;
  model?: string;
}

export interface ChatStore extends StoreApi<ChatState> {
  /** The open conversation. */
  current(): Conversation;
  create(from?: Partial<Conversation>): void;
  open(id: string): Promise<void>;
  /** Opens a conversation on the branch that shows the given turn. */
  openAt(id: string, turnId: string): Promise<void>;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Changes a conversation that need not be open, and leaves open what is. */
  edit(id: string, change: (conversation: Conversation) => Conversation): Promise<void>;
  /** Changes the open conversation without saving it: what is only looked at stays where it is in the list. */
  note(change: (conversation: Conversation) => Conversation): void;
  /** Keeps a version of a turn without asking for an answer to it. */
  addAside(turn: Turn): void;
  /** Adds the turns below `parentId` and asks for an answer to the last of them. False: nothing was added or sent. */
  send(parentId: string | null, turns: Turn[], options?: AskOptions): boolean;
  /** Asks again for an answer to the turn above `answerId`, beside the one that is there. */
  retry(answerId: string, options?: AskOptions): void;
  continueAnswer(answerId: string): void;
  /** Takes in what another window stored, unless the conversation is being changed here or answered in either. */
  refresh(id: string): Promise<void>;
  stop(turnId: string): void;
  forget(id: string): void;
  flush(): Promise<void>;
}

/** The panel's one store: conversations being worked on, and their running answers. */
export function createChatStore(ports: ChatPorts, from: Partial<Conversation> = {}): ChatStore {
  const first = newConversation(ports.newId(), ports.now(), from);
  const store = createStore<ChatState>(() => ({
    kept: { [first.id]: first },
    openId: first.id,
    opening: false,
    runs: {},
    shownTurnId: null,
    mustChoose: false,
    systemOpen: {},
  }));
  const current = () => store.getState().kept[store.getState().openId] as Conversation;

  // A conversation that became a copy takes its running answers along.
  const copies = new Map<string, string>();
  const nowIn = (id: string): string => {
    const copy = copies.get(id);
    return copy === undefined ? id : nowIn(copy);
  };

  const put = (conversation: Conversation) =>
    store.setState(({ kept }) => ({ kept: { ...kept, [conversation.id]: conversation } }));

  const autosave = createAutosave({
    library: ports.client.library,
    read(id) {
      const conversation = store.getState().kept[id];
      return conversation && rowOf(conversation);
    },
    onTrouble: ports.onTrouble,
    onConflict: (id) => {
      const mine = store.getState().kept[id];
      if (!mine) return null;
      const copy: Conversation = {
        ...mine,
        id: ports.newId(),
        title: ports.words().copyTitle(mine.title),
        named: true,
      };
      copies.set(id, copy.id);
      store.setState(({ kept, openId }) => {
        const { [id]: _replaced, ...others } = kept;
        return { kept: { ...others, [copy.id]: copy }, openId: openId === id ? copy.id : openId };
      });
      return copy.id;
    },
  });

  const changeIn = (givenId: string, change: (conversation: Conversation) => Conversation) => {
    const id = nowIn(givenId);
    const before = store.getState().kept[id];
    if (!before) return;
    const after = change(before);
    if (after === before) return;
    put(after);
    // An untouched new conversation is not kept: it would fill the list with empty rows.
    if (Object.keys(after.turns).length > 0) autosave.soon(id);
  };

  const settle = (conversationId: string, turnId: string, answer: Answer) => {
    changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { answer }));
    store.setState(({ runs }) => {
      const { [turnId]: _ended, ...others } = runs;
      return { runs: others };
    });
    void autosave.now(nowIn(conversationId));
  };

  const follow = (
    conversationId: string,
    { id: turnId, createdAt }: AssistantTurn,
    isLive: boolean,
    parts: (signal: AbortSignal) => AsyncIterable<Part>,
  ) => {
    const run = followAnswer({
      startedMs: performance.now() - Math.max(0, ports.now() - createdAt),
      isLive,
      parts,
      startRun: ports.startRun,
      cancelOnWire: (id) => void ports.client.exchanges.cancel({ id }).catch(() => undefined),
      onExchange: (exchangeId) => {
        changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { exchangeId }));
        void autosave.now(nowIn(conversationId));
        ports.onExchange?.(exchangeId, { conversationId, turnId });
      },
      onSettled: (answer) => settle(conversationId, turnId, answer),
    });
    store.setState(({ runs }) => ({ runs: { ...runs, [turnId]: run } }));
  };

  const mayAsk = (): boolean => {
    const { mustChoose } = store.getState();
    if (mustChoose) ports.onRefused?.();
    return !mustChoose;
  };

  const ask = (conversationId: string, parentId: string, { allowMisuse = false, ...sockets }: AskOptions) => {
    const stored = store.getState().kept[conversationId];
    if (!stored?.connectionId) return;
    const conversation = { ...stored, connectionId: stored.connectionId, ...sockets };
    const answering: AssistantTurn = {
      id: ports.newId(),
      parentId,
      createdAt: ports.now(),
      role: 'assistant',
      ...socketsOf(conversation),
      connectionId: conversation.connectionId,
      exchangeId: null,
      answer: emptyAnswer,
    };
    const draft = draftFor(conversation, compose(conversation, pathTo(conversation, parentId)));
    changeIn(conversationId, (before) => addTurn(before, answering));
    void autosave.now(conversationId);
    follow(conversationId, answering, true, (signal) =>
      ports.send({ ...draft, exchangeId: answering.id, options: { finishAlone: true, allowMisuse } }, { signal }),
    );
  };

  /** Reads a conversation that is not here yet, and follows what of it still runs; `false` when it is gone. */
  const load = async (id: string): Promise<boolean> => {
    if (store.getState().kept[id]) return true;
    const found = await readStored(ports.client, id);
    if (!found || store.getState().kept[id]) return found !== null;
    autosave.knows(id, found.revision);
    put(found.conversation);
    for (const turn of unsettledTurns(found.conversation))
      follow(id, turn, false, (signal) => {
        // It was asked for under the id of the turn.
        const parts = ports.client.exchanges.watch({ id: turn.exchangeId ?? turn.id }, { signal });
        return turn.exchangeId === null ? partsOrLost(parts, ports.words().lost) : parts;
      });
    return true;
  };

  return {
    ...store,
    current,
    create(settings = {}) {
      const { kept, openId } = store.getState();
      const before = kept[openId];
      const conversation = newConversation(ports.newId(), ports.now(), {
        ...(before ? socketsOf(before) : from),
        ...settings,
      });
      store.setState({ kept: { ...kept, [conversation.id]: conversation }, openId: conversation.id });
    },
    async open(id) {
      if (!(await load(id))) return;
      store.setState({ openId: id });
      ports.onOpened?.(current());
    },
    async openAt(id, turnId) {
      await this.open(id);
      changeIn(id, (conversation) => showTurn(conversation, turnId));
      store.setState({ shownTurnId: turnId });
    },
    change: (change) => changeIn(store.getState().openId, change),
    async edit(id, change) {
      if (await load(id)) changeIn(id, change);
    },
    note(change) {
      const before = current();
      const after = change(before);
      if (after !== before) put(after);
    },
    addAside: (turn) => changeIn(store.getState().openId, (conversation) => addTurn(conversation, turn)),
    send(parentId, turns, options = {}) {
      if (!mayAsk()) return false;
      const { openId } = store.getState();
      let below = parentId;
      for (const turn of turns) {
        changeIn(openId, (conversation) => {
          const named =
            conversation.title || turn.role !== 'user'
              ? conversation
              : { ...conversation, title: titleFrom(turn.text || (turn.attachments[0]?.file.name ?? '')) };
          return addTurn(named, { ...turn, parentId: below });
        });
        below = turn.id;
      }
      if (below) ask(openId, below, options);
      return true;
    },
    retry(answerId, options = {}) {
      const { openId } = store.getState();
      const parentId = current().turns[answerId]?.parentId;
      if (parentId && mayAsk()) ask(openId, parentId, options);
    },
    continueAnswer(answerId) {
      this.send(answerId, [
        {
          id: ports.newId(),
          parentId: answerId,
          createdAt: ports.now(),
          role: 'user',
          text: ports.words().continuePrompt,
          attachments: [],
          continues: true,
        },
      ]);
    },
    async refresh(id) {
      const isOurs = (newest: number) =>
        (autosave.settledRevision(id) ?? newest) >= newest ||
        Object.keys(store.getState().kept[id]?.turns ?? {}).some((turnId) => store.getState().runs[turnId]);
      if (isOurs(Number.MAX_SAFE_INTEGER)) return;
      const found = await readStored(ports.client, id);
      if (!found || unsettledTurns(found.conversation).length > 0 || isOurs(found.revision)) return;
      autosave.knows(id, found.revision);
      put(found.conversation);
    },
    stop: (turnId) => store.getState().runs[turnId]?.stop(),
    forget(id) {
      autosave.drop(id);
      const { kept, openId, runs } = store.getState();
      for (const turnId of Object.keys(kept[id]?.turns ?? {})) runs[turnId]?.stop();
      if (openId === id) this.create();
      store.setState((state) => {
        const { [id]: _gone, ...others } = state.kept;
        return { kept: others };
      });
    },
    flush: () => autosave.flush(),
  };
}
