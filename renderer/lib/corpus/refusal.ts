import type { Failure, FailureCode } from '#shared/protocol/failure.ts';

/** Codes under which a gateway refuses what a request holds, rather than who asks or when. */
const aboutContent: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'parameter',
  'rejected',
  'moderated',
  'too-big-for-server',
  'too-large',
  'empty',
  'in-band',
  'server',
  'upstream',
]);

/**
 * Whether a smaller request may find the text that was refused. No, when the failure passes by itself, is about the key,
 * the model or the network, or names another field than the texts.
 */
export const isAboutTexts = ({ code, param, retryable }: Failure): boolean =>
  aboutContent.has(code) && !(retryable && code !== 'rejected') && (!param || /^(input|texts?|content)/.test(param));
