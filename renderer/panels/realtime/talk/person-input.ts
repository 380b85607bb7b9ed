import type { LiveSession } from '../model/session-view.ts';
import { useSessionView } from '../use-session.ts';
import { useVoice } from './voice.ts';

/**
 * Whether audio of the user goes into a session: from the microphone of this page, or from a file that is played. Only then
 * can the user be heard, whatever a gateway says that waits for the end of speech.
 */
export function useUserInput(session: LiveSession): { hasInput: boolean; isHeard: boolean } {
  const hasVoice = useVoice(({ sessionId, state, muted }) => sessionId === session.id && state === 'on' && !muted);
  const isPlaying = useSessionView(session, (view) => view.playing !== null);
  const speaks = useSessionView(session, (view) => view.personSpeaks);
  const hasInput = hasVoice || isPlaying;
  return { hasInput, isHeard: hasInput && speaks };
}
