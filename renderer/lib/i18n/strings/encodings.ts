import { common } from './common.ts';
import { plural } from './plural.ts';

/** Strings of the question for the encoding of a text file. */
export const encodings = {
  title: (name: string) => `Encoding of ${name}`,
  guessed: (encoding: string) =>
    `This file is not UTF-8 and does not state its encoding. Best guess: ${encoding}. Check the preview before you import it.`,
  encoding: 'Encoding',
  preview: 'Preview',
  unread: (count: number) =>
    `${plural(count, 'character is', 'characters are')} unreadable in this encoding and will be imported as �.`,
  import: 'Import',
  cancel: common.cancel,
  names: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Western (Latin-1, Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    gb18030: 'Chinese, simplified (GB18030, GBK)',
    big5: 'Chinese, traditional (Big5)',
    shift_jis: 'Japanese (Shift JIS)',
    'euc-kr': 'Korean (EUC-KR)',
  },
};
