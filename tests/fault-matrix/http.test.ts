import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openDatabase } from '#core/store/database.ts';
import { httpKinds } from '../support/gateways/speech.ts';
import { openUploadFiles, type UploadFiles } from '../support/gateways/upload-files.ts';
import { cells as answerCells } from './matrix/http-answers.ts';
import { cells as refusalCells } from './matrix/http-refusals.ts';
import { cells as wayCells } from './matrix/http-way.ts';
import { playHttp } from './play-http.ts';

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
