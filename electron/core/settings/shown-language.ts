import { type Language, languageSetting, languages } from '#shared/contract/language.ts';
import type { Database } from '../store/database.ts';

/** The language that the page shows, for sentences that are made when they are asked for; English until it said so. */
export function createShownLanguage(db: Database): () => Language {
  const read = db.sql.prepare("SELECT json_extract(value, '$.shown') AS shown FROM settings WHERE name = ?");
  return () => {
    const shown = read.get(languageSetting)?.shown;
    return languages.find((language) => language === shown) ?? 'en';
  };
}
