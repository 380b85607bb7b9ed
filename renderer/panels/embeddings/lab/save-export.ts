import { AppError } from '#shared/routes/failure.ts';
import { failureInWords } from '../../../lib/failures.ts';
import { fileStem } from '../../../lib/file-stem.ts';
import { admitFile, saveFile } from '../../../lib/files.ts';
import { strings } from '../../../lib/strings.ts';
import { titleOf } from '../corpus-keeper.ts';
import { lab } from '../embeddings.ts';
import { mainDimensions } from '../model/places.ts';
import { analysis } from './analysis.ts';
import { type ExportSource, toCsv, toJsonl, toNpyFile } from './exports.ts';

export const exportKinds = ['csv', 'jsonl', 'npy', 'png'] as const;
export type ExportKind = (typeof exportKinds)[number];

const types: Record<ExportKind, string> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  npy: 'application/octet-stream',
  png: 'image/png',
};

/**
 * Writes the vectors, or the map as it is drawn, and gives the file to the person.
 *
 * @returns the name it was saved under, `null` when the person said no. Rejects with an `AppError`.
 */
export async function saveExport(kind: ExportKind, clusterNames: readonly string[]): Promise<string | null> {
  const { corpus } = lab().getState();
  const { base, read } = corpus;
  if (!base) return null;
  const { layout, maps, rowOf, clusters } = analysis().getState();
  const source: ExportSource = {
    texts: read.items,
    items: base.items,
    model: base.model,
    layout,
    flat: maps[layout] ?? null,
    rowOf,
    clusterOf: (place) => clusterNames[clusters?.groups[rowOf[place] ?? -1] ?? -1] ?? '',
  };
  const parts = await {
    csv: () => toCsv(source),
    jsonl: () => toJsonl(source),
    npy: () => [toNpyFile(source, mainDimensions(base))],
    png: async () => [await drawnMap()],
  }[kind]();
  const name = `${fileStem(titleOf(corpus).replace(/\.[a-z]+$/i, ''), 'vectors')}-${fileStem(base.model, 'model')}`;
  const file = new File(parts, `${name}.${kind}`, { type: types[kind] });
  return saveFile(await admitFile(file));
}

/** The map as it stands on the page, on the ground of the theme. */
async function drawnMap(): Promise<Blob> {
  const drawn = document.getElementById('embeddings-map');
  if (!(drawn instanceof HTMLCanvasElement) || drawn.width === 0) throw noMap();
  const sheet = new OffscreenCanvas(drawn.width, drawn.height);
  const context = sheet.getContext('2d');
  if (!context) throw noMap();
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(drawn, 0, 0);
  return sheet.convertToBlob({ type: 'image/png' });
}

const noMap = () => new AppError(failureInWords('not-found-here', strings().embeddings.exports.noMap));
