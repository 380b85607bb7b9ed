import type { Connection } from '#shared/contract/connections.ts';
import type { BalanceAmount } from '#shared/contract/keys.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { printFailureLines } from '../output/failure-lines.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import type { OpenCore } from './open-core.ts';

/**
 * Requests the balance of each key and prints it.
 *
 * @returns the exit status: that of the first failure, 0 where a gateway tells none.
 */
export async function printBalances(
  { values, terminal }: { values: { json?: boolean | undefined }; terminal: Terminal },
  { client }: Pick<OpenCore, 'client'>,
  connection: Connection,
  keys: readonly { id: string; alias: string }[],
): Promise<number> {
  let worst: number = exitCodes.done;
  for (const { id, alias } of keys) {
    const { exchangeIds: _sent, ...told } = await client.keys.balance({ id });
    const status = told.state === 'failed' ? exitOfFailure(told.failure.code) : exitCodes.done;
    if (worst === exitCodes.done) worst = status;
    const about = { keyId: id, alias, connectionId: connection.id, connectionName: connection.name };
    if (values.json) await printLine(terminal, { type: 'key-balance', ...about, ...told, exit: status });
    else if (told.state === 'failed') printFailureLines(told.failure, terminal);
    else {
      const lines = told.state === 'reported' ? told.amounts.map(balanceText) : [untold];
      for (const line of lines) await terminal.data(`${connection.name}  ${alias}  ${line}\n`);
    }
  }
  return worst;
}

const untold = 'This gateway does not tell the balance of a key.';

/** Returns amounts as told: `15.25 USD left, 5.25 used of 20.5`. */
function balanceText({ remaining, used, limit, unit }: BalanceAmount): string {
  const named = (amount: string) => (unit === null ? amount : `${amount} ${unit}`);
  const spent = used === null ? null : `${remaining === null ? named(used) : used} used`;
  const whole = limit === null ? null : spent === null ? `limit ${named(limit)}` : `of ${limit}`;
  const use = [spent, whole].filter(Boolean).join(' ');
  return [remaining === null ? null : `${named(remaining)} left`, use].filter(Boolean).join(', ');
}
