import { type Failure, failure as makeFailure, type SentFlag } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import type { UsageError } from '../usage-error.ts';
import { jsonText } from './tell-line.ts';
import type { Terminal } from './terminal.ts';
import { terminalFailure } from './terminal-failure.ts';

const sentWords: Readonly<Record<SentFlag, string>> = {
  'not-sent': 'nothing was sent',
  'maybe-processed': 'it may have been processed, and billed',
  answered: 'the gateway answered',
};

/** A failure as lines for a person: what happened, the gateway's own words, the facts, what to do next. */
export function failureLines(failure: Failure, sent?: SentFlag): string[] {
  const { message, gatewayMessage, hint, status, type, gatewayCode, param, requestId, retryAfterMs } =
    terminalFailure(failure);
  const facts = [
    failure.code,
    status !== null && `status ${status}`,
    type && `type ${type}`,
    gatewayCode && `code ${gatewayCode}`,
    param && `param ${param}`,
    requestId && `request ${requestId}`,
    retryAfterMs !== null && `retry after ${Math.ceil(retryAfterMs / 1000)} s`,
    sent && sentWords[sent],
  ].filter(Boolean);
  return [
    `patchbay: ${message}`,
    ...(gatewayMessage && !message.includes(gatewayMessage) ? [`  gateway: ${gatewayMessage}`] : []),
    `  ${facts.join(' · ')}`,
    ...(hint ? [`  ${hint}`] : []),
  ];
}

/**
 * The line of `--json` for a failure, the same in every command; see `docs/json-lines.schema.json`. `exit` is the status
 * that the failure ends the command with.
 */
export const failureJson = (failure: Failure, exit: number = exitOfFailure(failure.code)): string =>
  jsonText({ type: 'failure', exit, ...asData(terminalFailure(failure)) });

/** Tells a failure where a command tells such: on stderr in lines, or with `--json` as a line on stdout. */
export async function printFailure(failure: Failure, terminal: Terminal, isJson: boolean): Promise<void> {
  if (isJson) await terminal.data(failureJson(failure));
  else for (const line of failureLines(failure)) terminal.talk(line);
}

/** The same for a command that is wrong itself; its code is `usage`. */
export const usageJson = ({ message }: UsageError, hint: string): string =>
  jsonText({
    type: 'failure',
    exit: exitCodes.usage,
    ...asData(makeFailure('bad-input', message, { hint })),
    code: 'usage',
  });

/** `type` is the line's; what the gateway called the error is `gatewayType`. */
const asData = ({ type: gatewayType, ...rest }: Failure) => ({ ...rest, gatewayType });
