import { beforeEach, expect, test } from 'vitest';
import { openableBytes, openableKind } from '#shared/contract/openable.ts';
import { AppError } from '#shared/protocol/failure.ts';
import {
  closeFileToOpen,
  type FileToOpen,
  filesToOpen,
  openFileToOpen,
} from '../../../../../renderer/lib/files/files-to-open.ts';
import { fileToOpen } from '../../../../../renderer/lib/files/read-dropped.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';
import { stubGlobals } from '../../../../support/stub-globals.ts';

let place: { hash: string };

beforeEach(async () => {
  await loadStrings();
  filesToOpen.setState({ files: [] });
  place = { hash: '/chat' };
  stubGlobals({ location: place });
});

const opened = (id: string, kind: FileToOpen['kind']): FileToOpen => ({ id, name: id, kind, read: async () => '' });
const codeOf = (file: File) =>
  fileToOpen(file)
    ?.read()
    .catch((thrown: unknown) => AppError.from(thrown).code);

test('files are recognized by their extensions, including those of earlier versions', () => {
  expect(['a.patchbay', 'A.PATCHBAY', 'a.patchbay.json', 'a.har', 'a.Har'].map((name) => openableKind(name))).toEqual([
    'connections',
    'connections',
    'connections',
    'har',
    'har',
  ]);
  expect(['a.json', 'patchbay', '.patchbay.exe', 'a.har.txt', 'a.tar', ''].map((name) => openableKind(name))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('several files are shown one after the other, each in its panel', () => {
  openFileToOpen(opened('one', 'connections'));
  openFileToOpen(opened('two', 'har'));
  openFileToOpen(opened('one', 'connections'));
  expect(place.hash).toBe('/connections');
  closeFileToOpen();
  expect(place.hash).toBe('/wire');
  expect(filesToOpen.getState().files.map(({ id }) => id)).toEqual(['two']);
  closeFileToOpen();
  expect(filesToOpen.getState().files).toEqual([]);
});

test('a dropped file returns its text, or a reason', async () => {
  expect(await codeOf(new File(['\u{feff}{}'], 'a.har'))).toBe('{}');
  expect(await codeOf(new File([new Uint8Array([0xff, 0xc0])], 'a.har'))).toBe('bad-input');
  const large = new File([], 'a.patchbay');
  Object.defineProperty(large, 'size', { value: openableBytes.connections + 1 });
  expect(await codeOf(large)).toBe('too-large');
  expect(fileToOpen(new File([], 'a.txt'))).toBeNull();
});
