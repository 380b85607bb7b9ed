import { createStore, type StoreApi } from 'zustand';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { SavedDocument, SaveTrouble } from '../../lib/documents/autosave.ts';
import { createDocumentStore, type DocumentStore, type Documents } from '../../lib/documents/document-store.ts';
import type { RunStarter } from '../../lib/runs/live-run.ts';
import { type AnswerRun, followAnswer, partsOrLost } from './answer-run.ts';
import { type Answer, emptyAnswer, isSettled } from './model/answer.ts';
import { compose, draftFor } from './model/compose-body.ts';
import {
  type AssistantTurn,
  addTurn,
  type Conversation,
  hasNoTurns,
  newConversation,
  newestAnswer,
  pathTo,
  replaceAnswer,
  shownTurns,
  showTurn,
  socketsOf,
  type Turn,
  titleFrom,
  unsettledTurns,
} from './model/conversation.ts';
import { recordedOrigin } from './model/origin.ts';

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
  /** Called when a reply has an exchange on the wire. */
  onExchange?: (exchangeId: string, place: { conversationId: string; turnId: string }) => void;
  /** Called when the user opened a conversation, to select what it belongs to. */
  onOpened?: (conversation: Conversation) => void;
  /** Called when a request was not sent because the user must choose first where to send it. */
  onRefused?: () => void;
  /** Called when a conversation was changed elsewhere and ours became a copy, or could not be saved at all. */
  onTrouble: (trouble: SaveTrouble) => void;
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
    Pick<DocumentStore<Conversation>, 'current' | 'edit' | 'refresh' | 'remove' | 'flush'> {
  create(from?: Partial<Conversation>): void;
  open(id: string): Promise<void>;
  /** Opens a conversation on the branch that shows the given turn. */
  openAt(id: string, turnId: string): Promise<void>;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Changes the open conversation without saving it, so that viewing one does not move it in the list. */
  note(change: (conversation: Conversation) => Conversation): void;
  /** Adds a version of a turn without requesting a reply to it. */
  addVersion(turn: Turn): void;
  /** Adds the turns below `parentId` and requests a reply to the last of them. False: nothing was added or sent. */
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
  const documents = createDocumentStore<Conversation>({
    store,
    library: ports.client.library,
    rowOf,
    isBlank: hasNoTurns,
    isRunning: (conversation) => unsettledTurns(conversation).length > 0,
    fromStored: ({ content, title, starred }) =>
      recordedOrigin({ ...(JSON.parse(content) as Conversation), title, starred }, (exchangeId) =>
        ports.client.exchanges.get({ id: exchangeId }),
      ),
    copyOf: (mine) => ({ ...mine, id: ports.newId(), title: ports.words().copyTitle(mine.title), named: true }),
    onRead: resume,
    onTrouble: ports.onTrouble,
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

  const ask = (conversationId: string, parentId: string, { allowMisuse = false, ...sockets }: SendOptions) => {
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

  /** Follows, after a reload, what still runs in the core. */
  function resume(conversation: Conversation): void {
    for (const turn of unsettledTurns(conversation)) {
      // The request was sent under the id of the turn.
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
    addVersion: (turn) => changeIn(store.getState().openId, (conversation) => addTurn(conversation, turn)),
    send(parentId, turns, options = {}) {
      if (!maySend()) return false;
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
      if (parentId && maySend()) ask(openId, parentId, options);
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

/** Returns the list row of a conversation: `turns|state` in its note, and each turn as a passage. */
export const rowOf = (conversation: Conversation): SavedDocument => ({
  id: conversation.id,
  panel: 'chat',
  title: conversation.title,
  starred: conversation.starred,
  // The model that replied last: the one selected for the next request has not replied yet.
  model: (newestAnswer(conversation)?.model ?? conversation.model) || null,
  note: noteOf(conversation),
  content: JSON.stringify(conversation),
  passages: passagesOf(conversation),
});

/** Returns the note of the list row: how many turns, and how the last one ended when that matters. */
function noteOf(conversation: Conversation): string {
  const shown = shownTurns(conversation);
  const last = shown.at(-1);
  const state = last?.role === 'assistant' && isSettled(last.answer) ? last.answer.state : '';
  return `${shown.filter((turn) => turn.role === 'user').length}|${state}`;
}

/** Returns what a search finds of a conversation, one passage per turn. */
export function passagesOf(conversation: Conversation): { messageId: string; text: string }[] {
  return Object.values(conversation.turns).flatMap((turn) => {
    const text =
      turn.role === 'user'
        ? [turn.text, ...turn.attachments.map(({ file }) => file.name)].join('\n')
        : turn.role === 'tool'
          ? turn.outputs.map(({ name, output }) => `${name}\n${output}`).join('\n')
          : [turn.answer.text, turn.answer.reasoning, turn.answer.refusal].join('\n');
    return text.trim() ? [{ messageId: turn.id, text: text.trim() }] : [];
  });
}
