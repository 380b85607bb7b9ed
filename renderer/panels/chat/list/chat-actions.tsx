import { useStore } from 'zustand';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { chat } from '../chat.ts';
import { composerBox } from '../composer/composer-text.ts';
import { recallPrompt } from '../composer/recall.ts';
import { hasNoTurns, newestAnswer, runningTurn } from '../model/conversation.ts';
import { exportConversation } from './export-conversation.ts';

/** What the palette and the shortcuts can do with the open conversation. Loaded after the first paint. */
export function ChatActions() {
  const words = useStrings().chat;
  const openId = useStore(chat(), (state) => state.openId);
  const isStored = useStore(chat(), ({ open }) => open[openId] !== undefined && !hasNoTurns(open[openId]));
  const save = (format: 'markdown' | 'json') => void exportConversation(openId, format, words).catch(notifyFailure);
  useShortcut('chat.new', () => {
    chat().create();
    composerBox.current?.focus();
  });
  useShortcut(
    'chat.retry',
    () => {
      const newest = newestAnswer(chat().current());
      if (newest && !chat().getState().runs[newest.id]) chat().retry(newest.id);
    },
    isStored,
  );
  useShortcut(
    'chat.stop',
    () => {
      const { runs } = chat().getState();
      const running = runningTurn(chat().current(), runs);
      if (running) chat().stop(running.id);
    },
    isStored,
  );
  useShortcut('chat.recall', recallPrompt, isStored);
  useShortcut('chat.markdown', () => save('markdown'), isStored);
  useShortcut('chat.json', () => save('json'), isStored);
  return null;
}
