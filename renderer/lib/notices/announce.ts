import { createStore } from 'zustand/vanilla';

/** The text of a live region. `turn` makes the same sentence announced twice. */
interface Announcement {
  text: string;
  turn: number;
}
const silence = (): Announcement => ({ text: '', turn: 0 });

export const announcement = createStore<Announcement>(silence);
export const alarm = createStore<Announcement>(silence);

/** Announces one sentence to screen readers, after what they are reading now. */
export function announce(text: string): void {
  announcement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Announces at once that something went wrong. Not for what a failure card says: that is an alert already. */
export function announceFault(text: string): void {
  alarm.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
