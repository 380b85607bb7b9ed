import { existsSync, readFileSync } from 'node:fs';

export interface UpdateFeed {
  /** An https address, or `null`: nothing else is asked. */
  address: string | null;
  /** Whether the build names who signed it. Without that electron-updater accepts any installer on Windows. */
  namesPublisher: boolean;
}

/** Reads `app-update.yml`, which electron-builder puts into a package that was built with a feed. */
export function readFeed(file: string): UpdateFeed {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const address = /^url:\s*['"]?([^\s'"]+)/m.exec(text)?.[1] ?? '';
  return {
    address: /^https:\/\//.test(address) ? address : null,
    // One name in its line, or a list in the lines below.
    namesPublisher: /^publisherName:(?:[^\S\n]*['"]?(?!null\b)[^\s'"[~]|\s*\n\s*-\s*['"]?[^\s'"])/m.test(text),
  };
}
