// Meets one bomb in its own process and reports the effect: bomb-child.ts <number of the bomb> <port>
import type { FailureCode } from '#shared/protocol/failure.ts';
import { bombs, patient } from '../../support/bombs.ts';
import { startBench } from '../../support/exchange/bench.ts';
import { gauge, type Reading } from '../../support/load/gauge.ts';

export interface Met extends Reading {
  name: string;
  code: FailureCode | null;
  /** The failure that must be named. */
  wanted: FailureCode | null;
  /** The next request worked. */
  goesOn: boolean;
}

const [number = '', port = ''] = process.argv.slice(2);
const bomb = bombs[Number(number)];
if (!bomb) throw new Error('no such bomb');
const address = `http://127.0.0.1:${port}`;
const calm = startBench(`${address}/calm`, { deadlines: () => patient });
const bench = startBench(`${address}/${number}`, { deadlines: () => patient });
for (let warm = 0; warm < 3; warm += 1) await calm.run();
const ended = Promise.withResolvers<FailureCode | null>();
const reading = await gauge(async () => ended.resolve((await bench.run(bomb.draft ?? {})).end.error?.code ?? null));
const code = await ended.promise;
const goesOn = (await calm.run()).text === 'Well.';
await Promise.all([bench.close(), calm.close()]);
process.send?.({ ...reading, name: bomb.name, code, wanted: bomb.code, goesOn } satisfies Met, () => process.exit());
