import { useStore } from 'zustand';
import { alarm, announcement } from '../../lib/page/announce.ts';

/** The page's live regions: one that waits until what is heard has ended, and one for faults that does not. */
export function Announcer() {
  return (
    <>
      <div className="sr-only" aria-live="polite">
        <Turns of={announcement} />
      </div>
      <div className="sr-only" aria-live="assertive">
        <Turns of={alarm} />
      </div>
    </>
  );
}

/** Two places take turns, so that a sentence said twice is heard twice. */
function Turns({ of }: { of: typeof announcement }) {
  const { text, turn } = useStore(of);
  return (
    <>
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </>
  );
}
