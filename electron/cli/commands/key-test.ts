import type { Connection } from '#shared/contract/connections.ts';
import { counted, formatDuration } from '#shared/format.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { type ListingVerdict, listingVerdict } from '#shared/protocol/listing-verdict.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { nativeNote, prefixNote, printFailureLines } from '../output/failure-lines.ts';
import { printLine, type Terminal, type Tone } from '../output/terminal.ts';
import type { OpenCore } from './open-core.ts';

/** Returns the verdict in the words of the app; a gateway that was not reached has rejected nothing. */
function labelOf(verdict: ListingVerdict, failure: Failure | null): string {
  if (verdict === 'works') return 'works';
  if (verdict === 'partly') return '1 of 2 lists';
  if (failure?.code === 'key-missing') return 'no key sent';
  return failure?.status == null ? 'failed' : 'rejected';
}

const tones: Readonly<Record<ListingVerdict, Tone>> = { works: 'good', partly: 'warn', refused: 'bad' };

interface Tested {
  connection: Connection;
  /** `null`: the one that a request would use, which may be none. */
  key: { id: string; alias: string } | null;
}

/**
 * Lists the models with a key, as Check in the app does: the cheapest proof that address and key work.
 *
 * @returns the exit status: 0 if every list was returned, else that of the first failure.
 */
export async function testKey(
  { client }: Pick<OpenCore, 'client'>,
  { connection, key }: Tested,
  terminal: Terminal,
  isJson: boolean,
): Promise<number> {
  const { id: connectionId, name } = connection;
  const list = await client.models.list({ connectionId, ...(key && { keyId: key.id }), refresh: true });
  const { verdict, failure } = listingVerdict(list.failures);
  const { latencyMs, surfaces } = list;
  const models = verdict === 'refused' ? 0 : list.models.length;
  const status = failure === null ? exitCodes.done : exitOfFailure(failure.code);
  if (isJson) {
    const about = { connectionId, connectionName: name, keyAlias: key?.alias ?? null };
    const lists = surfaces.map(({ surface, state, failure: why }) => ({ surface, state, failure: why }));
    await printLine(terminal, { type: 'key-test', ...about, verdict, models, latencyMs, lists, exit: status });
    return status;
  }
  const facts = [
    labelOf(verdict, failure),
    verdict !== 'refused' && counted(models, 'model'),
    latencyMs !== null && formatDuration(latencyMs),
  ];
  await terminal.data(`${[name, key?.alias, ...facts].filter(Boolean).join('  ')}\n`);
  if (failure) printFailureLines(failure, terminal);
  const hint = prefixNote(surfaces, connection);
  if (hint) terminal.note(hint);
  const note = nativeNote(surfaces);
  if (note) terminal.note(note, tones[verdict]);
  return status;
}
