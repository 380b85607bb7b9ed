import { client } from '../../lib/client/client.ts';
import { fileStem } from '../../lib/files/file-stem.ts';
import { saveFile } from '../../lib/files/files.ts';
import { rankingCsv, rankingJson } from './model/exports.ts';
import { type RankSet, titleOf } from './model/rank-set.ts';

export type ExportKind = 'csv' | 'json';

/**
 * Writes the newest ranking and gives the file to the person.
 *
 * @returns the name it was saved under, `null` when the person said no. Rejects with an `AppError`.
 */
export async function saveExport(set: RankSet, kind: ExportKind): Promise<string | null> {
  if (!set.outcome) return null;
  const text = kind === 'csv' ? rankingCsv(set, set.outcome) : rankingJson(set, set.outcome);
  const name = fileStem(titleOf(set), 'ranking');
  const type = kind === 'csv' ? 'text/csv' : 'application/json';
  return saveFile(await client.files.keep({ name: `${name}.${kind}`, type, text }));
}
