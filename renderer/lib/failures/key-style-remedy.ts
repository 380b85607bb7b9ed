let remedy: ((exchangeId: string) => void) | null = null;

/** Says how other key styles are tried for a native route that refused the key: connections live above this room. */
export function provideKeyStyleRemedy(tryStylesOf: (exchangeId: string) => void): void {
  remedy = tryStylesOf;
}

/** Tries the other key styles for the connection of an exchange; the user is told what came of it. */
export const tryKeyStyles = (exchangeId: string): void => remedy?.(exchangeId);
