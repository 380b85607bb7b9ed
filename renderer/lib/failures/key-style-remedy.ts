import type { Failure } from '#shared/protocol/failure.ts';

type KeyHeader = NonNullable<Failure['keyHeader']>;

/** What changes how the connection of an exchange sends its key. */
interface Remedies {
  tryStylesOf: (exchangeId: string) => void;
  sendKeyAs: (exchangeId: string, header: KeyHeader) => void;
}

let remedies: Remedies | null = null;

/**
 * Registers how a key is sent in another way after a refusal: connections are above this folder.
 */
export function provideKeyRemedies(given: Remedies): void {
  remedies = given;
}

/** Tries the other key styles for the connection of an exchange; the user is shown the outcome. */
export const tryKeyStyles = (exchangeId: string): void => remedies?.tryStylesOf(exchangeId);

/** Sends the key of the connection of an exchange in another header; the user is shown the outcome. */
export const sendKeyAs = (exchangeId: string, header: KeyHeader): void => remedies?.sendKeyAs(exchangeId, header);
