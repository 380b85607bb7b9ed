const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#39', "'"],
  ['nbsp', ' '],
  ['mdash', '-'],
  ['ndash', '-'],
]);

/** Text that begins as an HTML page does. */
export const isPage = (text: string): boolean => /^\s*<(?:!doctype html|html|head|body)\b/i.test(text);

/** The title of an HTML page as plain text, `null` when it has none. At most 200 characters. */
export function pageTitle(html: string): string | null {
  // Titles stand near the top; a page of many megabytes is not searched for one.
  const match = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(html.slice(0, 100_000));
  const title = match?.[1]
    ?.replace(/&(#?\w{1,8});/g, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return title ? title.slice(0, 200) : null;
}
