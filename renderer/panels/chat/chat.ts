import { client } from '../../lib/client.ts';
import { followExchange } from '../../lib/follow-exchange.ts';
import { kept } from '../../lib/kept.ts';
import { startRun } from '../../lib/live-run.ts';
import { strings } from '../../lib/strings.ts';
import { type ChatStore, createChatStore } from './chat-store.ts';
import { trouble } from './trouble.ts';

/** Which conversation was open last: a reload comes back to it. */
const lastOpen = kept('chat.open', { id: null as string | null });

let store: ChatStore | undefined;

/** The panel's store; made at the first use, when the line to the core and the kept preferences are there. */
export function chat(): ChatStore {
  if (store) return store;
  const made = createChatStore({
    client,
    send: followExchange,
    startRun: (parts, start, fold) => startRun(parts, start, fold, { panel: 'chat' }),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    words: () => {
      const { lost, saved, end } = strings().chat;
      return { lost, copyTitle: saved.copy, continuePrompt: end.continuePrompt };
    },
    onTrouble: (what) => trouble.setState({ what }),
  });
  store = made;
  const { id } = lastOpen.getState();
  if (id) void made.open(id);
  made.subscribe(({ openId, kept: conversations }) => {
    const hasTurns = Object.keys(conversations[openId]?.turns ?? {}).length > 0;
    if (hasTurns && lastOpen.getState().id !== openId) lastOpen.setState({ id: openId });
  });
  addEventListener('pagehide', () => void made.flush());
  return made;
}
