import { domainToUnicode } from 'node:url';
import type { Shell } from 'electron';
import { AppError, failure } from '#shared/routes/failure.ts';
import type { AskPerson } from './ask-person.ts';
import { decodePercent } from './decode-percent.ts';

const addressLimit = 8192;

/** An address that may leave the app, and the question that names its target to the person. */
export interface Link {
  address: string;
  question: string;
}

/** Control, format and bidirectional characters, which can make a name read as another one. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * What an address really leads to, or `null` when it must not leave the app: anything but https, http and mailto. The
 * parsed address is the one that is opened, never the text that was given.
 */
export function readLink(text: string): Link | null {
  if (text.length > addressLimit || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'mailto:') return readMail(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // Browsers ignore a name and password in an address; they serve only to make it look like another.
  url.username = '';
  url.password = '';
  const decoded = domainToUnicode(url.hostname).replace(unseen, '');
  const port = url.port && `:${url.port}`;
  const isPlain = decoded === url.hostname;
  return { address: url.href, question: `Open ${decoded}${port}${isPlain ? '' : ` (written ${url.host})`}?` };
}

/** Keeps what a message may say; drops fields that some mail programs take as files to attach. */
function readMail(url: URL): Link {
  const fields = ['subject', 'cc', 'body'].flatMap((name) => {
    const value = url.searchParams.get(name);
    if (!value) return [];
    return [`${name}=${encodeURIComponent(name === 'body' ? value : value.replace(unseen, ' '))}`];
  });
  const mailbox = decodePercent(url.pathname).replace(unseen, '');
  const query = fields.length ? `?${fields.join('&')}` : '';
  return {
    address: `mailto:${encodeURIComponent(mailbox).replaceAll('%40', '@')}${query}`,
    question: mailbox ? `Write a message to ${mailbox}?` : 'Write a message?',
  };
}

const refused = failure('bad-input', 'Patchbay did not open that address: only https, http and mailto leave the app.', {
  hint: 'Copy it and open it yourself if you trust it.',
});

/**
 * The only way from this program to the system's browser and mail program. Every address passes the same check and the
 * same question. While one question is open, further addresses are dropped: a page can not pile up dialogs.
 *
 * @throws AppError `bad-input` for an address that may not leave.
 */
export function createLinkGate(shell: Pick<Shell, 'openExternal'>, ask: AskPerson): (text: string) => Promise<void> {
  let isAsking = false;
  return async (text) => {
    const link = readLink(text);
    if (!link) throw new AppError(refused);
    if (isAsking) return;
    isAsking = true;
    try {
      const agreed = await ask({
        message: link.question,
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
