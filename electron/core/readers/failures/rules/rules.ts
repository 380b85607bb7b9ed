import { accountRules } from './account-rules.ts';
import { pathRules } from './path-rules.ts';
import { requestRules } from './request-rules.ts';
import type { Rule } from './rule.ts';
import { serverRules } from './server-rules.ts';

/**
 * The first matching rule wins. The body takes precedence over the status, because gateways of the new-api family
 * return plain validation failures with 500, an unknown model with 503 and an empty balance with 403, and write some of
 * their messages in Chinese whatever the request's language.
 */
export const rules: readonly Rule[] = [...pathRules, ...accountRules, ...requestRules, ...serverRules];
