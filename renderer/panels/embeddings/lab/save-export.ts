import { AppError } from '#shared/protocol/failure.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { fileStem } from '../../../lib/files/file-stem.ts';
import { admitFile, saveFile } from '../../../lib/files/files.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { titleOf } from '../corpus-autosave.ts';
import { embeddingsStore } from '../embeddings.ts';
import type { Corpus } from '../model/lab.ts';
import { mainDimensions } from '../model/places.ts';
import { analysis } from './analysis.ts';
import type { Layout } from './analysis-store.ts';
import { type ExportSource, toNpyFile, vectorsCsv, vectorsJsonl } from './exports.ts';

export const exportKinds = ['csv', 'jsonl', 'npy', 'png'] as const;
export type ExportKind = (typeof exportKinds)[number];

const types: Record<ExportKind, string> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  npy: 'application/octet-stream',
  png: 'image/png',
};

/**
 * Writes the vectors, or the map, and gives the file to the user.
 *
 * @returns the name it was saved under, `null` when the user said no. Rejects with an `AppError`.
 */
export async function saveExport(kind: ExportKind, clusterNames: readonly string[]): Promise<string | null> {
  const { corpus } = embeddingsStore().getState();
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
    csv: () => vectorsCsv(source),
    jsonl: () => vectorsJsonl(source),
    npy: () => [toNpyFile(source, mainDimensions(base))],
    png: async () => [await mapSheet(corpus, clusterNames)],
  }[kind]();
  const name = `${fileStem(titleOf(corpus).replace(/\.[a-z]+$/i, ''), 'vectors')}-${fileStem(base.model, 'model')}`;
  const file = new File(parts, `${name}.${kind}`, { type: types[kind] });
  return saveFile(await admitFile(file));
}

/** The map with what has to be known to read it. */
async function mapSheet(corpus: Corpus, names: readonly string[]): Promise<Blob> {
  const { layout, maps, clusters, places, hasOverlay } = analysis().getState();
  const shown: Layout = maps[layout] ? layout : 'pca';
  const flat = maps[shown];
  if (!flat || !corpus.base) throw noMap();
  const { drawSheet, sheetLabels } = await import('./map/map-sheet.ts');
  const groups = clusters?.groups ?? null;
  const words = sheetLabels({
    title: titleOf(corpus),
    model: corpus.base.model,
    overlayModel: hasOverlay ? (corpus.overlay?.model ?? null) : null,
    layout: shown.toUpperCase(),
    texts: strings().embeddings.batches.texts(places.length),
    names,
    groups,
  });
  return drawSheet(words, { flat, groups, names });
}

const noMap = () => new AppError(failureText('not-found-here', strings().embeddings.exports.noMap));
