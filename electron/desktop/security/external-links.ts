import type { Shell } from 'electron';
import { type Link, readLink } from '#shared/links.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { AskUser } from '../dialogs/app-dialogs.ts';

/** Returns the question that shows a link's target to the user, its host in both forms where they differ. */
export function questionFor({ scheme, host, asciiHost, rest }: Link): string {
  if (scheme === 'mailto') return rest ? `Write a message to ${rest}?` : 'Write a message?';
  return `Open ${host}${asciiHost ? ` (written ${asciiHost})` : ''}?`;
}

const refused = failure('bad-input', 'Patchbay opens only https, http and mailto links.', {
  hint: 'If you trust the link, copy it and open it yourself.',
});

/**
 * Creates the only way from this program to the system's browser and mail program. Every address passes the same
 * check and the same confirmation. While one question is open, further addresses are dropped: a page cannot pile up
 * dialogs.
 *
 * @throws AppError `bad-input` for an address that may not be opened.
 */
export function createExternalLinks(shell: Pick<Shell, 'openExternal'>, ask: AskUser): (text: string) => Promise<void> {
  let isAsking = false;
  return async (text) => {
    const link = readLink(text);
    if (!link) throw new AppError(refused);
    if (isAsking) return;
    isAsking = true;
    try {
      const agreed = await ask({
        message: questionFor(link),
        detail: link.address.length > 600 ? `${link.address.slice(0, 600)}…` : link.address,
        agree: 'Open',
        decline: 'Cancel',
      });
      if (agreed) await shell.openExternal(link.address);
    } finally {
      isAsking = false;
    }
  };
}
