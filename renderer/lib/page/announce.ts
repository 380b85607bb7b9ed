import { createStore } from 'zustand/vanilla';

/** What a live region says. `turn` makes the same sentence audible twice. */
interface Announcement {
  text: string;
  turn: number;
}
const silence = (): Announcement => ({ text: '', turn: 0 });

export const announcement = createStore<Announcement>(silence);
export const alarm = createStore<Announcement>(silence);

/** Says one sentence to people who listen to the page, when what they hear now has ended. */
export function announce(text: string): void {
  announcement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Says at once that something went wrong. Not for what a failure card says: that is an alert already. */
export function announceFault(text: string): void {
  alarm.setState(({ turn }) => ({ text, turn: turn + 1 }));
}
