import { expect, test } from 'vitest';
import { languageOf } from '#shared/contract/language.ts';

test.each([
  [['zh-CN', 'en'], 'zh-CN'],
  [['zh-Hant-TW'], 'zh-CN'],
  [['ZH'], 'zh-CN'],
  [['en-GB', 'zh-CN'], 'en'],
  [['de-DE', 'zh-SG', 'en'], 'zh-CN'],
  [['de-DE', 'fr'], 'en'],
  [[], 'en'],
])('a system set to %j gets %s', (wanted, language) => expect(languageOf(wanted)).toBe(language));
