import { createStore } from 'zustand/vanilla';

/** The text of a live region. `turn` makes the same sentence announced twice. */
interface Announcement {
  text: string;
  turn: number;
}
const silence = (): Announcement => ({ text: '', turn: 0 });

export const announcement = createStore<Announcement>(silence);
export const alarm = createStore<Announcement>(silence);

/** How long a sentence stays before the next one takes its place, in ms: two within one drawing would be one. */
const leastMs = 200;
const waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces one sentence to screen readers, after what they are reading now; no sentence replaces an unread one. */
export function announce(text: string): void {
  waiting.push(text);
  if (timer === undefined) showNext();
}

function showNext(): void {
  const text = waiting.shift();
  timer = text === undefined ? undefined : setTimeout(showNext, leastMs);
  if (text !== undefined) announcement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Announces at once that something went wrong. Not for what a failure card says: that is an alert already. */
export function announceFault(text: string): void {
  alarm.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
