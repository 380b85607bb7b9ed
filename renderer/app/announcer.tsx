import { useStore } from 'zustand';
import { announcement } from '../lib/announce.ts';

/** The page's one polite live region. Two places take turns, so that a sentence said twice is heard twice. */
export function Announcer() {
  const { text, turn } = useStore(announcement);
  return (
    <div className="sr-only" aria-live="polite">
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </div>
  );
}
