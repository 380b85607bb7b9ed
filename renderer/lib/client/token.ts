const slot = 'patchbay.token';

/** The browser objects that hold the token; passed in by tests. */
export interface TokenPlaces {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const browserPlaces = (): TokenPlaces => ({ location, history, storage: sessionStorage });

/**
 * Takes the one-time token of the program that serves this page. It arrives as `#token=...`, is moved to this tab's
 * session storage, and is removed from the visible address at once, so that it is in no history entry, bookmark or
 * screenshot. The rest of the hash stays. `null` when this tab never had one.
 */
export function takeToken({ location, history, storage }: TokenPlaces = browserPlaces()): string | null {
  const words = location.hash.replace(/^#/, '').split('&');
  const given = words.find((word) => word.startsWith('token='));
  if (!given) return storage.getItem(slot);
  const token = decodeURIComponent(given.slice('token='.length));
  storage.setItem(slot, token);
  const rest = words.filter((word) => word !== given).join('&');
  history.replaceState(null, '', `${location.pathname}${location.search}${rest ? `#${rest}` : ''}`);
  return token;
}
