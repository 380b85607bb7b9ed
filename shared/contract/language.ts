/** Languages of the interface, as the tags that `<html lang>` and Intl accept. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The setting for the page's language, as `{choice, shown}`; `shown` is one of `languages`. */
export const languageSetting = 'language';

/**
 * Returns the first supported language of the computer's preferences; every variant of Chinese gets the simplified one.
 */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split('-');
    if (primary === 'zh') return 'zh-CN';
    if (primary === 'en') return 'en';
  }
  return 'en';
}
