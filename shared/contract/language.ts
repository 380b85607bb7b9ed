/** Languages the interface speaks, by the tags that `<html lang>` and Intl take. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** The setting that says which language the page shows, as `{choice, shown}`; `shown` is one of `languages`. */
export const languageSetting = 'language';
