import { formatCount } from '#shared/format.ts';
import type { encodings as english } from '../encodings.ts';
import { common } from './common.ts';

/** Strings of the question for the encoding of a text file. */
export const encodings: typeof english = {
  title: (name) => `${name} 的编码`,
  guessed: (encoding) => `此文件不是 UTF-8，也没有声明编码。推测为 ${encoding}，请先查看预览再导入。`,
  encoding: '编码',
  preview: '预览',
  unread: (count) => `有 ${formatCount(count)} 个字符无法用此编码读取，将导入为 �。`,
  import: '导入',
  cancel: common.cancel,
  names: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': '西欧（Latin-1、Windows-1252）',
    'windows-1250': '中欧（Windows-1250）',
    'windows-1251': '西里尔文（Windows-1251）',
    gb18030: '简体中文（GB18030、GBK）',
    big5: '繁体中文（Big5）',
    shift_jis: '日文（Shift JIS）',
    'euc-kr': '韩文（EUC-KR）',
  },
};
