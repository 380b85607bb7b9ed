import type { FailureCode } from '#shared/protocol/failure.ts';
import type { ErrorShape } from '../../gateway-error.ts';

/**
 * One way in which a gateway reports an error. A rule matches when one of `codes`, `types`, `pattern` or `shapes` fits the
 * error and its status is among `statuses` (if given; 0 means any 2xx status: an error inside a response).
 *
 * Codes and types are compared without case and separators, so that one spelling stands for all; `codes` are looked for
 * in both fields, because services disagree about which is which. Patterns repeat nothing without a bound: messages are
 * hostile text of up to 16,384 characters.
 */
export interface Rule {
  code: FailureCode;
  codes?: readonly string[];
  types?: readonly string[];
  pattern?: RegExp;
  shapes?: readonly ErrorShape[];
  statuses?: readonly number[];
  /**
   * Override what the failure code says by default: the clause about the gateway, what to do, whether to send again.
   */
  summary?: string;
  retryable?: boolean;
  hint?: string;
}
