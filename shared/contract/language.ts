/** Languages the interface speaks, by the tags that `<html lang>` and Intl take. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The setting that says which language the page shows, as `{choice, shown}`; `shown` is one of `languages`. */
export const languageSetting = 'language';

/** The first language of the computer that the interface speaks; every kind of Chinese reads the simplified one. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}
