import { onChange } from '../../lib/client/changes.ts';
import { client } from '../../lib/client/client.ts';
import { restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { toast } from '../../lib/page/toasts.ts';
import { onLeave } from '../../lib/preferences/on-leave.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import type { Conversation } from './model/conversation.ts';
import { originOf } from './model/place.ts';
import type { ChatPorts } from './ports.ts';
import { type ChatStore, createChatStore } from './store.ts';

/** Which conversation was open last: a reload comes back to it. `null` is the blank one. */
const lastOpen = persistedStore('chat.open', { id: null as string | null }, { quietMs: 0 });

/** The conversation in which nothing was said yet. The library keeps none of those, but what was set in it is work too. */
const blank = persistedStore('chat.blank', { conversation: null as Conversation | null });

let store: ChatStore | undefined;

/** The panel's store; made at the first use, when the line to the core and the kept preferences are there. */
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
    onExchange: (exchangeId, { conversationId, turnId }) =>
      rememberOrigin(exchangeId, { panel: 'chat', documentId: conversationId, itemId: turnId }),
    onOpened: (conversation) => {
      const origin = originOf(conversation);
      // A reload shows what was open. It selects nothing: the user may have selected another connection since.
      if (origin && !made.getState().opening) restoreOrigin('chat', origin);
    },
    onRefused: () => toast({ intent: 'warn', title: strings().pieces.origin.needsChoice }),
    onTrouble: (what) => {
      const { saved } = strings().chat;
      toast({ intent: 'warn', title: what === 'conflict' ? saved.conflict : saved.failed });
    },
  };
  const made = createChatStore(ports, blank.getState().conversation ?? {});
  store = made;
  const { id } = lastOpen.getState();
  if (id) {
    made.setState({ opening: true });
    void made
      .open(id)
      .catch(() => undefined)
      .finally(() => made.setState({ opening: false }));
  }
  made.subscribe(({ openId, opening, open }) => {
    const conversation = open[openId];
    if (!conversation || opening) return;
    const isBlank = Object.keys(conversation.turns).length === 0;
    if (isBlank) blank.setState({ conversation });
    const nowOpen = isBlank ? null : openId;
    if (lastOpen.getState().id !== nowOpen) lastOpen.setState({ id: nowOpen });
  });
  onChange((change) => {
    const id = change ? change.area === 'library' && change.id : made.getState().openId;
    if (id) void made.refresh(id).catch(() => undefined);
  });
  onLeave(() => void made.flush());
  return made;
}
