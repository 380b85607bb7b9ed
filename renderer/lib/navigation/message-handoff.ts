import { createHandOff, useHandOff } from './hand-off.ts';

const written = createHandOff<{ text: string }>();

/** Hands the chat a message to send, which was written before it was open. */
export const handOffMessage = (text: string): void => written.give({ text });

/** Receives a message that was written elsewhere; for the chat. */
export const useHandedMessage = (take: (message: { text: string }) => void): void => useHandOff(written, take);
