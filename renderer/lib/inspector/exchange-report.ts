import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { formatMs } from '../i18n/format.ts';

/**
 * Returns what the operator of a gateway needs to find a request, as lines of English text, whatever the language of
 * the page: no key, prompt or reply. Everything in it is redacted already.
 */
export function exchangeReport(exchange: ExchangeDetail, version: string): string {
  const { method, address, model, keyAlias, response, failure, startedAt, durationMs, attempt, warnings } = exchange;
  const facts: [name: string, value: string | null | undefined][] = [
    ['Time', new Date(startedAt).toISOString()],
    ['Request', `${method} ${address}`],
    ['Model', model],
    ['Key name', keyAlias],
    ['Status', response && `${response.status} ${response.statusText}`.trim()],
    ['Request ID', failure?.requestId],
    ['Duration', durationMs === null ? null : formatMs(durationMs)],
    ['Attempt', attempt > 1 ? String(attempt) : null],
    ['Failure', failure && `${failure.code}: ${failure.message}`],
    ['Gateway’s message', failure?.gatewayMessage],
    ...warnings.map(({ code, message }): [string, string] => ['Warning', `${code}: ${message}`]),
    ['Client', `Patchbay ${version}`],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : [])).join('');
}
