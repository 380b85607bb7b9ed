/** The color schemes of the page; `system` follows the computer. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
