import { unseenInNames } from '#shared/unseen.ts';

/** Returns a name from the user, without characters that are invisible or change how others are read. */
export const plainName = (name: string): string => name.replace(unseenInNames, '').trim();
