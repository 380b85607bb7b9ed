import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { cells as answerCells } from '../../faults/matrix/http-answers.ts';
import { cells as refusalCells } from '../../faults/matrix/http-refusals.ts';
import { cells as wayCells } from '../../faults/matrix/http-way.ts';
import { playHttp } from '../../faults/play-http.ts';
import { httpKinds } from '../../faults/server/speech.ts';
import { openUploadFiles, type UploadFiles } from '../../faults/upload-files.ts';

const played = [...wayCells, ...answerCells, ...refusalCells].filter((cell) => 'outcome' in cell);

let uploads: UploadFiles;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-uploads-'));
  const db = openDatabase(folder);
  uploads = await openUploadFiles(db, folder);
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
});

describe.each(httpKinds)('%s', (column) => {
  const cells = played
    .filter((cell) => cell.column === column)
    .toSorted((one, other) => Number(one.row) - Number(other.row));
  test.each(cells)('$row $column: $fault', (cell) => playHttp(cell, uploads), 120_000);
});
