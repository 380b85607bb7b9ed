import { onChange } from '../../lib/client/changes.ts';
import { client } from '../../lib/client/client.ts';
import { reopenLast } from '../../lib/documents/last-open.ts';
import { knownRefusedFields } from '../../lib/gateway/models/refused-fields.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { onLeave, persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { type Conversation, hasNoTurns } from './model/conversation.ts';
import { originOf } from './model/origin.ts';
import { type ChatPorts, type ChatStore, createChatStore } from './store.ts';

/** The conversation that was open last, restored after a reload. `null` is the blank one. */
const lastOpen = persistedStore('chat.open', { id: null as string | null }, { quietMs: 0 });

/** The conversation without any turn. The library does not store it, but its settings are work worth keeping. */
const blank = persistedStore(
  'chat.blank',
  { conversation: null as Conversation | null },
  // Shorter than a page takes to open: a second tab must not read, and then store, what was there before a choice.
  { quietMs: 50 },
);

let store: ChatStore | undefined;

/**
 * Returns the panel's store; created on first use, when the connection to the core and the saved preferences are
 * available.
 */
export function chat(): ChatStore {
  if (store) return store;
  const ports: ChatPorts = {
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'chat' }),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    words: () => {
      const { lost, saved, end } = strings().chat;
      return { lost, copyTitle: saved.copy, continuePrompt: end.continuePrompt };
    },
    refusedFields: ({ connectionId, routeId, model }) => knownRefusedFields(connectionId, routeId, model),
    onExchange: (exchangeId, { conversationId, turnId }) =>
      rememberOrigin(exchangeId, { panel: 'chat', documentId: conversationId, itemId: turnId }),
    onOpened: (conversation) => {
      const origin = originOf(conversation);
      // A reload restores the open conversation but selects nothing: the user may have selected another connection
      // since.
      if (origin && !created.getState().opening) restoreOrigin('chat', origin);
    },
    onRefused: () => toast({ intent: 'warn', title: strings().pieces.origin.needsChoice }),
    onUnread: () => toast({ intent: 'warn', title: strings().chat.saved.unread }),
    onTrouble: (what) => {
      const { saved } = strings().chat;
      toast({ intent: 'warn', title: what === 'conflict' ? saved.conflict : saved.failed });
    },
  };
  const created = createChatStore(ports, blank.getState().conversation ?? {});
  store = created;
  reopenLast({ lastOpen, store: created, isBlank: hasNoTurns });
  created.subscribe(({ openId, opening, open }) => {
    const conversation = open[openId];
    if (conversation && !opening && hasNoTurns(conversation)) blank.setState({ conversation });
  });
  onChange((change) => {
    const id = change ? change.area === 'library' && change.id : created.getState().openId;
    if (id) void created.refresh(id).catch(() => undefined);
  });
  onLeave(() => void created.flush());
  return created;
}
