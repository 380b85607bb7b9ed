import { createStore, type StoreApi } from 'zustand';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { SaveTrouble } from '../../lib/documents/autosave.ts';
import type { Stored } from '../../lib/documents/document-storage.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import { documentsInParts } from '../../lib/documents/documents-in-parts.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { type AnswerRun, followAnswer, partsOrLost } from './answer-run.ts';
import { type Answer, emptyAnswer } from './model/answer.ts';
import { compose, draftFor } from './model/compose-body.ts';
import {
  type AssistantTurn,
  addTurn,
  type Conversation,
  hasNoTurns,
  newConversation,
  pathTo,
  replaceAnswer,
  showTurn,
  socketsOf,
  type Turn,
  titleFrom,
  unsettledTurns,
} from './model/conversation.ts';
import { recordedOrigin } from './model/origin.ts';
import { conversationOf, rowOf, storedTurns } from './model/stored-conversation.ts';

/** What the panel needs from outside; tests pass fakes. */
export interface ChatPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft under an id and follows it to its end, across lost connections too. */
  send: (draft: DraftInput & { exchangeId: string }) => AsyncIterable<Part>;
  startRun: RunStarter;
  newId: () => string;
  now: () => number;
  /** Strings that become part of a conversation, in the current language. */
  words: () => {
    lost: { message: string; hint: string };
    copyTitle: (title: string) => string;
    continuePrompt: string;
  };
  /** Returns the names of fields that a gateway is known to reject. */
  refusedFields?: (conversation: Conversation) => readonly string[];
  /** Called when a reply has an exchange on the wire. */
  onExchange?: (exchangeId: string, place: { conversationId: string; turnId: string }) => void;
  /** Called when the user opened a conversation, to select what it belongs to. */
  onOpened?: (conversation: Conversation) => void;
  /** Called when a request was not sent because the user must choose first where to send it. */
  onRefused?: () => void;
  /** Called when a conversation was changed elsewhere and ours became a copy, or could not be saved at all. */
  onTrouble: (trouble: SaveTrouble) => void;
  /** Called when the earlier turns of a conversation cannot be read now. */
  onUnread?: () => void;
}

export interface ChatState extends Documents<Conversation> {
  /** The last open conversation is being read; the blank one that takes its place meanwhile is not shown. */
  opening: boolean;
  /** Running replies by turn id. They outlive the panel and a switch to another conversation. */
  runs: Record<string, AnswerRun>;
  /** The turn a search result points to; the thread scrolls there once. */
  shownTurnId: string | null;
  /**
   * The open conversation belongs to another connection or key than the selected one; nothing is sent until the user
   * chooses.
   */
  mustChoose: boolean;
}

export interface SendOptions {
  allowMisuse?: boolean;
  /** For this request only, instead of the conversation's own. */
  routeId?: TextRouteId;
  model?: string;
}

export interface ChatStore
  extends StoreApi<ChatState>,
    Pick<DocumentStore<Conversation>, 'current' | 'edit' | 'refresh' | 'remove' | 'flush' | 'load'> {
  create(from?: Partial<Conversation>): void;
  open(id: string): Promise<void>;
  /** Opens a conversation on the branch that shows the given turn. */
  openAt(id: string, turnId: string): Promise<void>;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Changes the open conversation without saving it, so that viewing one does not move it in the list. */
  note(change: (conversation: Conversation) => Conversation): void;
  /** Adds a version of a turn without requesting a reply to it. */
  addVersion(turn: Turn): void;
  /**
   * Adds the turns below `parentId` and requests a reply to the last of them, as soon as all earlier turns have been read.
   * False: nothing was added or sent.
   */
  send(parentId: string | null, turns: Turn[], options?: SendOptions): boolean;
  /** Requests another reply to the turn above `answerId`, as another version. */
  retry(answerId: string, options?: SendOptions): void;
  continueAnswer(answerId: string): void;
  stop(turnId: string): void;
}

/** Creates the panel's store: open conversations and their running replies. */
export function createChatStore(ports: ChatPorts, from: Partial<Conversation> = {}): ChatStore {
  const first = newConversation(ports.newId(), ports.now(), from);
  const store = createStore<ChatState>(() => ({
    open: { [first.id]: first },
    openId: first.id,
    opening: false,
    runs: {},
    shownTurnId: null,
    mustChoose: false,
  }));
  const { library, exchanges } = ports.client;
  const fromStored = (stored: Stored) =>
    recordedOrigin(conversationOf(stored), (exchangeId) => exchanges.get({ id: exchangeId }));
  const documents = createDocumentStore<Conversation>({
    store,
    library,
    storage: documentsInParts({ library, fromStored, parts: storedTurns, onUnread: () => ports.onUnread?.() }),
    rowOf,
    isBlank: hasNoTurns,
    isRunning: (conversation) => unsettledTurns(conversation).length > 0,
    copyOf: (mine) => ({ ...mine, id: ports.newId(), title: ports.words().copyTitle(mine.title), named: true }),
    onRead: resume,
    onTrouble: ports.onTrouble,
    onGone: leave,
  });
  const { current, read, change: changeIn } = documents;

  const settle = (conversationId: string, turnId: string, answer: Answer) => {
    changeIn(conversationId, (conversation) => replaceAnswer(conversation, turnId, { answer }));
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
        changeIn(conversationId, (conversation) => replaceAnswer(conversation, turnId, { exchangeId }));
        void documents.save(conversationId);
        ports.onExchange?.(exchangeId, { conversationId, turnId });
      },
      onSettled: (answer) => settle(conversationId, turnId, answer),
    });
    store.setState(({ runs }) => ({ runs: { ...runs, [turnId]: run } }));
  };

  const maySend = (): boolean => {
    const { mustChoose } = store.getState();
    if (mustChoose) ports.onRefused?.();
    return !mustChoose;
  };

  const ask = async (conversationId: string, parentId: string, options: SendOptions) => {
    // What is sent contains every earlier turn.
    if (read(conversationId)?.unread) await documents.load(conversationId);
    const { allowMisuse = false, ...sockets } = options;
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
    const refused = ports.refusedFields?.(conversation);
    const draft = draftFor(conversation, compose(conversation, pathTo(conversation, parentId), refused));
    changeIn(conversationId, (before) => addTurn(before, answering));
    void documents.save(conversationId);
    const sending = {
      ...draft,
      exchangeId: answering.id,
      options: { ...draft.options, finishAlone: true, allowMisuse },
    };
    follow(conversationId, answering, true, ports.send(sending));
  };

  /** Follows, after a reload, what still runs in the core. */
  function resume(conversation: Conversation): void {
    for (const turn of unsettledTurns(conversation)) {
      // The request was sent under the id of the turn.
      const parts = ports.client.exchanges.watch({ id: turn.exchangeId ?? turn.id });
      const found = turn.exchangeId === null ? partsOrLost(parts, ports.words().lost) : parts;
      follow(conversation.id, turn, false, found);
    }
  }

  /** Leaves an open conversation that was deleted in another window. */
  function leave(id: string): void {
    if (store.getState().openId === id) chatStore.create();
  }

  const chatStore: ChatStore = {
    ...store,
    current,
    load: documents.load,
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
      await documents.load(id);
      changeIn(id, (conversation) => showTurn(conversation, turnId));
      store.setState({ shownTurnId: turnId });
    },
    change: (change) => changeIn(store.getState().openId, change),
    note: (change) => documents.update(store.getState().openId, change),
    addVersion: (turn) => changeIn(store.getState().openId, (conversation) => addTurn(conversation, turn)),
    send(parentId, turns, options = {}) {
      if (!maySend()) return false;
      const { openId } = store.getState();
      let below = parentId;
      for (const turn of turns) {
        const placed = { ...turn, parentId: below };
        changeIn(openId, (conversation) => {
          const named =
            conversation.title || turn.role !== 'user'
              ? conversation
              : { ...conversation, title: titleFrom(turn.text || (turn.attachments[0]?.file.name ?? '')) };
          return addTurn(named, placed);
        });
        below = turn.id;
      }
      if (below) void ask(openId, below, options);
      return true;
    },
    retry(answerId, options = {}) {
      const { openId } = store.getState();
      const parentId = current().turns[answerId]?.parentId;
      if (parentId && maySend()) void ask(openId, parentId, options);
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
      leave(id);
      await documents.remove(id);
    },
  };
  return chatStore;
}
