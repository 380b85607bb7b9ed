import { useEffect } from 'react';
import { useStore } from 'zustand';
import { strings } from '../../../lib/i18n/strings.ts';
import { announceFault } from '../../../lib/notices/announce.ts';
import { streamAnnouncer } from '../../../lib/notices/stream-announcer.ts';
import { chat } from '../chat.ts';
import { runningTurn } from '../model/conversation.ts';

/** Announces the running reply of the open conversation to screen readers, sentence by sentence, and how it ended. */
export function ReplyAnnouncer() {
  const run = useStore(chat(), ({ open, openId, runs }) => {
    const conversation = open[openId];
    const turn = conversation && runningTurn(conversation, runs);
    return turn ? runs[turn.id] : undefined;
  });
  useEffect(() => {
    if (!run) return;
    const announcer = streamAnnouncer();
    const say = ({ status, state }: ReturnType<typeof run.store.getState>) => {
      if (status === 'running') return announcer.say(state.text);
      const { chat: words, pieces } = strings();
      // The text first, but an interruption is announced without waiting for all of it to be read.
      announcer.end(state.text, pieces.states[state.state]);
      if (state.state === 'interrupted') announceFault(words.end.cut);
    };
    say(run.store.getState());
    return run.store.subscribe(say);
  }, [run]);
  return null;
}
