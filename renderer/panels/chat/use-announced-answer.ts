import { useEffect } from 'react';
import { useStore } from 'zustand';
import { strings } from '../../lib/i18n/strings.ts';
import { announceFault } from '../../lib/page/announce.ts';
import { streamAnnouncer } from '../../lib/page/stream-announcer.ts';
import { chat } from './chat.ts';
import { shownTurns } from './model/conversation.ts';

/** Says the running answer of the open conversation to people who listen, sentence by sentence, and how it ended. */
export function useAnnouncedAnswer(): void {
  const run = useStore(chat(), ({ open, openId, runs }) => {
    const conversation = open[openId];
    const turn = conversation && shownTurns(conversation).findLast(({ id }) => runs[id]);
    return turn ? runs[turn.id] : undefined;
  });
  useEffect(() => {
    if (!run) return;
    const announcer = streamAnnouncer();
    return run.store.subscribe(({ status, state }) => {
      if (status === 'running') announcer.say(state.text);
      else {
        const words = strings().chat;
        // The text first; that it broke off does not wait until all of it was read.
        announcer.end(state.text, words.state[state.state]);
        if (state.state === 'interrupted') announceFault(words.end.cut);
      }
    });
  }, [run]);
}
