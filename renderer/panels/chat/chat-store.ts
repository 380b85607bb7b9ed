import { createStore, type StoreApi } from 'zustand';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { Part } from '#shared/routes/part.ts';
import { createDocumentKeeper, type KeepTrouble } from '../../lib/document-keeper.ts';
import type { RunStarter } from '../../lib/live-run.ts';
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
  type Turn,
  titleFrom,
} from './model/conversation.ts';
import { draftFor } from './model/draft.ts';
import { partsOrLost, unsettledTurns } from './model/settle.ts';

/** What the panel needs from outside; by hand in tests. */
export interface ChatPorts {
  client: Pick<Client, 'library' | 'exchanges'>;
  /** Sends a draft under an id and follows it to its end, over broken lines too. */
  send: (draft: DraftInput & { exchangeId: string }, options: { signal: AbortSignal }) => AsyncIterable<Part>;
  startRun: RunStarter;
  newId: () => string;
  now: () => number;
  /** Words that become part of a conversation, in the language of the moment. */
  words: () => {
    lost: { message: string; hint: string };
    copyTitle: (title: string) => string;
    continuePrompt: string;
  };
  /** An answer has an exchange on the wire. */
  onExchange?: (exchangeId: string, place: { conversationId: string; turnId: string }) => void;
  /** A conversation was changed elsewhere and ours became a copy, or could not be saved at all. */
  onTrouble: (trouble: KeepTrouble) => void;
}

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
}

export interface ChatStore extends StoreApi<ChatState> {
  /** The open conversation. */
  current(): Conversation;
  create(from?: Partial<Conversation>): void;
  open(id: string): Promise<void>;
  /** Opens a conversation on the branch that shows the given turn. */
  openAt(id: string, turnId: string): Promise<void>;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Keeps a version of a turn without asking for an answer to it. */
  addAside(turn: Turn): void;
  /** Adds the turns below `parentId` and asks for an answer to the last of them. */
  send(parentId: string | null, turns: Turn[], options?: { allowMisuse?: boolean }): void;
  /** Asks again for an answer to the turn above `answerId`, beside the one that is there. */
  retry(answerId: string, options?: { allowMisuse?: boolean }): void;
  continueAnswer(answerId: string): void;
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

  const keeper = createDocumentKeeper({
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
    if (Object.keys(after.turns).length > 0) keeper.soon(id);
  };

  const settle = (conversationId: string, turnId: string, answer: Answer) => {
    changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { answer }));
    store.setState(({ runs }) => {
      const { [turnId]: _ended, ...others } = runs;
      return { runs: others };
    });
    void keeper.now(nowIn(conversationId));
  };

  const follow = (
    conversationId: string,
    { id: turnId, createdAt }: AssistantTurn,
    parts: (signal: AbortSignal) => AsyncIterable<Part>,
  ) => {
    const run = followAnswer({
      startedMs: performance.now() - Math.max(0, ports.now() - createdAt),
      parts,
      startRun: ports.startRun,
      cancelOnWire: (id) => void ports.client.exchanges.cancel({ id }).catch(() => undefined),
      onExchange: (exchangeId) => {
        changeIn(conversationId, (conversation) => putAnswer(conversation, turnId, { exchangeId }));
        void keeper.now(nowIn(conversationId));
        ports.onExchange?.(exchangeId, { conversationId, turnId });
      },
      onSettled: (answer) => settle(conversationId, turnId, answer),
    });
    store.setState(({ runs }) => ({ runs: { ...runs, [turnId]: run } }));
  };

  const ask = (conversationId: string, parentId: string, allowMisuse: boolean) => {
    const conversation = store.getState().kept[conversationId];
    if (!conversation?.connectionId) return;
    const answering: AssistantTurn = {
      id: ports.newId(),
      parentId,
      createdAt: ports.now(),
      role: 'assistant',
      routeId: conversation.routeId,
      connectionId: conversation.connectionId,
      model: conversation.model,
      exchangeId: null,
      answer: emptyAnswer,
    };
    const draft = draftFor(
      { ...conversation, connectionId: conversation.connectionId },
      compose(conversation, pathTo(conversation, parentId)),
    );
    changeIn(conversationId, (before) => addTurn(before, answering));
    void keeper.now(conversationId);
    follow(conversationId, answering, (signal) =>
      ports.send({ ...draft, exchangeId: answering.id, options: { finishAlone: true, allowMisuse } }, { signal }),
    );
  };

  return {
    ...store,
    current,
    create(settings = {}) {
      const { kept, openId } = store.getState();
      const before = kept[openId];
      // A new chat goes on with the sockets and settings of the one before, without its turns and its name.
      const conversation = newConversation(ports.newId(), ports.now(), {
        ...(before
          ? {
              routeId: before.routeId,
              connectionId: before.connectionId,
              keyId: before.keyId,
              model: before.model,
              system: before.system,
              parameters: before.parameters,
              tools: before.tools,
              schema: before.schema,
            }
          : from),
        ...settings,
      });
      store.setState({ kept: { ...kept, [conversation.id]: conversation }, openId: conversation.id });
    },
    async open(id) {
      if (store.getState().kept[id]) {
        store.setState({ openId: id });
        return;
      }
      const found = await ports.client.library.open({ id });
      if (!found) return;
      keeper.knows(id, found.revision);
      const stored = JSON.parse(found.content) as Conversation;
      const conversation = { ...stored, title: found.title, starred: found.starred };
      put(conversation);
      store.setState({ openId: id });
      for (const turn of unsettledTurns(conversation))
        follow(id, turn, (signal) => {
          // It was asked for under the id of the turn.
          const parts = ports.client.exchanges.watch({ id: turn.exchangeId ?? turn.id }, { signal });
          return turn.exchangeId === null ? partsOrLost(parts, ports.words().lost) : parts;
        });
    },
    async openAt(id, turnId) {
      await this.open(id);
      changeIn(id, (conversation) => showTurn(conversation, turnId));
      store.setState({ shownTurnId: turnId });
    },
    change: (change) => changeIn(store.getState().openId, change),
    addAside: (turn) => changeIn(store.getState().openId, (conversation) => addTurn(conversation, turn)),
    send(parentId, turns, options = {}) {
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
      if (below) ask(openId, below, options.allowMisuse ?? false);
    },
    retry(answerId, options = {}) {
      const { openId } = store.getState();
      const parentId = current().turns[answerId]?.parentId;
      if (parentId) ask(openId, parentId, options.allowMisuse ?? false);
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
    forget(id) {
      keeper.drop(id);
      const { kept, openId, runs } = store.getState();
      for (const turnId of Object.keys(kept[id]?.turns ?? {})) runs[turnId]?.stop();
      if (openId === id) this.create();
      store.setState((state) => {
        const { [id]: _gone, ...others } = state.kept;
        return { kept: others };
      });
    },
    flush: () => keeper.flush(),
  };
}
