import { panelsEn } from '../../renderer/app/panel-strings-en.ts';
import { panelsZh } from '../../renderer/app/panel-strings-zh.ts';
import * as en from '../../renderer/lib/i18n/strings/en.ts';
import * as zh from '../../renderer/lib/i18n/strings/zh/zh.ts';

export type Words = { [key: string]: unknown };

const sectionsOf = async (base: Words, panels: Record<string, () => Promise<object>>): Promise<Words> =>
  Object.assign({ ...base }, ...(await Promise.all(Object.values(panels).map((load) => load()))));

/** Every string of the page by section, with those of all panels. */
export const catalogs = { en: await sectionsOf(en, panelsEn), zh: await sectionsOf(zh, panelsZh) };
