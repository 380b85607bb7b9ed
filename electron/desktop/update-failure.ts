import { AppError, type FailureCode, failure } from '#shared/protocol/failure.ts';

/** Codes of the update library, and of Node where a file could not be written. */
const byCode: Readonly<Record<string, [code: FailureCode, message: string]>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: ['not-found', 'The update feed has no list of versions for this system.'],
  ERR_CHECKSUM_MISMATCH: ['protocol', 'The downloaded version did not match its checksum and was deleted.'],
  ERR_UPDATER_INVALID_SIGNATURE: [
    'protocol',
    'The downloaded version was not signed by the publisher of this one and was deleted.',
  ],
  ETIMEDOUT: ['headers-timeout', 'The update feed accepted the request and did not respond.'],
  ENOSPC: ['storage', 'The disk is full, so the newer version could not be stored.'],
};
/** The feed sent something, and it was no list of versions: a login page, an empty file. */
const unreadable = /^ERR_UPDATER_(?:INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|ZIP_FILE_NOT_FOUND)$/;
const unreadableMessage = 'The update feed did not send a list of versions.';

const kept = 'This version keeps running, and nothing was installed.';

/**
 * What a step of an update failed of, in one sentence. The library's own messages hold stacks, addresses and whole pages.
 *
 * @param thrown what the update library rejected with.
 * @param step what was going on.
 */
export function updateFailure(thrown: unknown, step: 'find' | 'fetch'): AppError {
  const { code = '', statusCode = null, message = '' } = (thrown ?? {}) as Partial<LibraryError>;
  const fail = (of: FailureCode, sentence: string, hint = 'Try again later.', status: number | null = null) =>
    new AppError(failure(of, sentence, { hint: `${kept} ${hint}`, retryable: true, status }));
  const known = byCode[code];
  if (known) return fail(...known, code === 'ENOSPC' ? 'Free some space, then try again.' : undefined);
  if (unreadable.test(code) || thrown instanceof TypeError)
    return fail('wrong-type', unreadableMessage, 'A network that asks for a login can cause this. Try again later.');
  const status = statusCode ?? Number(/\bstatus (\d{3})\b/.exec(message)?.[1] ?? 0);
  if (status >= 400)
    return fail(
      status >= 500 ? 'server' : 'not-found',
      `The update feed responded with status ${status}.`,
      undefined,
      status,
    );
  const chromium = /net::(ERR_\w+)/.exec(message)?.[1];
  if (chromium && step === 'fetch') return fail('reset', `The download stopped before its end (${chromium}).`);
  if (chromium) return fail(networkCode(chromium), `The update feed could not be reached (${chromium}).`);
  return fail('internal', `The update failed: ${message.split('\n', 1)[0] || 'no reason was given'}`);
}

interface LibraryError {
  code: string;
  /** Of an HTTP response. */
  statusCode: number;
  message: string;
}

function networkCode(chromium: string): FailureCode {
  if (chromium === 'ERR_NAME_NOT_RESOLVED') return 'dns';
  if (/PROXY|TUNNEL/.test(chromium)) return 'proxy';
  return /CERT|SSL/.test(chromium) ? 'tls' : 'unreachable';
}
