import { createStore, type StoreApi } from 'zustand';
import type { Part } from '#shared/protocol/part.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
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
  saysNothing,
  showTurn,
  socketsOf,
  type Turn,
  titleFrom,
} from './model/conversation.ts';
import { draftFor } from './model/draft.ts';
import type { TextRouteId } from './model/parameters.ts';
import { recordedPlace } from './model/place.ts';
import { partsOrLost, unsettledTurns } from './model/settle.ts';
import type { ChatPorts } from './ports.ts';

export interface ChatState extends Documents<Conversation> {
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

export interface ChatStore
  extends StoreApi<ChatState>,
    Pick<DocumentStore<Conversation>, 'current' | 'edit' | 'refresh' | 'remove' | 'flush'> {
  create(from?: Partial<Conversation>): void;
  open(id: string): Promise<void>;
  /** Opens a conversation on the branch that shows the given turn. */
  openAt(id: string, turnId: string): Promise<void>;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Changes the open conversation without saving it: what is only looked at stays where it is in the list. */
  note(change: (conversation: Conversation) => Conversation): void;
  /** Keeps a version of a turn without asking for an answer to it. */
  addAside(turn: Turn): void;
  /** Adds the turns below `parentId` and asks for an answer to the last of them. False: nothing was added or sent. */
  send(parentId: string | null, turns: Turn[], options?: AskOptions): boolean;
  /** Asks again for an answer to the turn above `answerId`, beside the one that is there. */
  retry(answerId: string, options?: AskOptions): void;
  continueAnswer(answerId: string): void;
  stop(turnId: string): void;
}

/** The panel's one store: conversations being worked on, and their running answers. */
export function createChatStore(ports: ChatPorts, from: Partial<Conversation> = {}): ChatStore {
  const first = newConversation(ports.newId(), ports.now(), from);
  const store = createStore<ChatState>(() => ({
    open: { [first.id]: first },
    openId: first.id,
    opening: false,
    runs: {},
    shownTurnId: null,
    mustChoose: false,
    systemOpen: {},
  }));
  const documents = createDocumentStore<Conversation>({
    store,
    library: ports.client.library,
    rowOf,
    isBlank: saysNothing,
    isRunning: (conversation) => unsettledTurns(conversation).length > 0,
    fromStored: ({ content, title, starred }) =>
      recordedPlace({ ...(JSON.parse(content) as Conversation), title, starred }, (exchangeId) =>
        ports.client.exchanges.get({ id: exchangeId }),
      ),
    copyOf: (mine) => ({ ...mine, id: ports.newId(), title: ports.words().copyTitle(mine.title), named: true }),
    onRead: resume,
    onTrouble: ports.onTrouble,
  });
  const { current, read, change: changeIn } = documents;

  const settle = (conversationId: string, turnId: string, answer: Answer) => {
    changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { answer }));
    store.setState(({ runs }) => {
      const { [turnId]: _ended, ...others } = runs;
      return { runs: others };
    });
    void documents.save(conversationId);
  };

  const follow = (
    conversationId: string,
    { id: turnId, createdAt }: AssistantTurn,
    isLive: boolean,
    parts: AsyncIterable<Part>,
  ) => {
    const run = followAnswer({
      startedMs: performance.now() - Math.max(0, ports.now() - createdAt),
      isLive,
      parts,
      startRun: ports.startRun,
      cancel: (id) => void ports.client.exchanges.cancel({ id }).catch(() => undefined),
      onExchange: (exchangeId) => {
        changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { exchangeId }));
        void documents.save(conversationId);
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
    const stored = read(conversationId);
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
    void documents.save(conversationId);
    const options = { finishAlone: true, allowMisuse };
    follow(conversationId, answering, true, ports.send({ ...draft, exchangeId: answering.id, options }));
  };

  /** After a reload: what still runs in the core is followed. */
  function resume(conversation: Conversation): void {
    for (const turn of unsettledTurns(conversation)) {
      // It was asked for under the id of the turn.
      const parts = ports.client.exchanges.watch({ id: turn.exchangeId ?? turn.id });
      const found = turn.exchangeId === null ? partsOrLost(parts, ports.words().lost) : parts;
      follow(conversation.id, turn, false, found);
    }
  }

  return {
    ...store,
    current,
    edit: documents.edit,
    refresh: documents.refresh,
    flush: documents.flush,
    create(settings = {}) {
      const before = current();
      documents.show(
        newConversation(ports.newId(), ports.now(), { ...(before ? socketsOf(before) : from), ...settings }),
      );
    },
    async open(id) {
      if (await documents.open(id)) ports.onOpened?.(current());
    },
    async openAt(id, turnId) {
      await this.open(id);
      changeIn(id, (conversation) => showTurn(conversation, turnId));
      store.setState({ shownTurnId: turnId });
    },
    change: (change) => changeIn(store.getState().openId, change),
    note: (change) => documents.update(store.getState().openId, change),
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
    stop: (turnId) => store.getState().runs[turnId]?.stop(),
    async remove(id) {
      for (const turnId of Object.keys(read(id)?.turns ?? {})) store.getState().runs[turnId]?.stop();
      if (store.getState().openId === id) this.create();
      await documents.remove(id);
    },
  };
}
