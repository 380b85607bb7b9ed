import { expect, test } from 'vitest';
import { createSettings, createShownLanguage } from '#core/settings/settings.ts';
import { callContext } from '../../../../support/core/call-context.ts';
import { tempDatabase } from '../../../../support/core/temp-database.ts';

test.each([
  [{ choice: 'zh-CN', shown: 'zh-CN' }, 'zh-CN'],
  [{ choice: 'system', shown: 'zh-CN' }, 'zh-CN'],
  [{ choice: 'en', shown: 'en' }, 'en'],
  [{ choice: 'fr', shown: 'fr' }, 'en'],
  [{ choice: 'zh-CN' }, 'en'],
  ['zh-CN', 'en'],
  [null, 'en'],
])('the page with the stored language %j shows %s', async (value, language) => {
  const db = tempDatabase();
  const shown = createShownLanguage(db);
  expect(shown()).toBe('en');
  await createSettings({ db, announce() {} }).put({ name: 'language', value }, callContext);
  expect(shown()).toBe(language);
});
