import { type RefObject, useEffect, useState } from 'react';
import { type LiveReply, replyOf } from './runs.ts';

/** How often a reply outside the view is drawn, ms: it is up to date when it is scrolled to, and costs the others nothing. */
const unseenMs = 500;

/** Returns a reply that arrives: with every frame while its place is in view, and now and then while it is not. */
export function useSeenReply(exchangeId: string | null, place: RefObject<Element | null>): LiveReply | null {
  const store = replyOf(exchangeId);
  const [reply, setReply] = useState(() => store.getState()?.state ?? null);
  useEffect(() => {
    let isSeen = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      timer = undefined;
      setReply(store.getState()?.state ?? null);
    };
    const stop = store.subscribe((run) => {
      if (isSeen || run?.status !== 'running') take();
      else timer ??= setTimeout(take, unseenMs);
    });
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? true;
      if (isSeen) take();
    });
    if (place.current) observer.observe(place.current);
    take();
    return () => {
      stop();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [store, place]);
  return reply;
}
