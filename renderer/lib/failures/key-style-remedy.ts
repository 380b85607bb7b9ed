let remedy: ((exchangeId: string) => void) | null = null;

/**
 * Registers how other key styles are tried for a native route that refused the key: connections are above this folder.
 */
export function provideKeyStyleRemedy(tryStylesOf: (exchangeId: string) => void): void {
  remedy = tryStylesOf;
}

/** Tries the other key styles for the connection of an exchange; the user is shown the outcome. */
export const tryKeyStyles = (exchangeId: string): void => remedy?.(exchangeId);
