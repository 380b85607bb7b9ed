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

/** Titles and messages are near the top; a page of many megabytes is not searched for them. */
const searched = 100_000;
const maxTitle = 200;

/** Text that starts like an HTML page. */
export const isPage = (text: string): boolean => /^\s*<(?:!doctype html|html|head|body)\b/i.test(text);

const plain = (markup: string): string =>
  markup
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the title of an HTML page as plain text, at most 200 characters; `null` when it has none. */
export function pageTitle(html: string): string | null {
  const match = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(html.slice(0, searched));
  return plain(match?.[1] ?? '').slice(0, maxTitle) || null;
}

/** Titles that name no cause: Python's `http.server` and Express write it into the page only. */
const emptyTitle = /^(?:error(?: response| page)?|an error occurred|untitled|document)[.!]?$/i;

/** Elements whose content is not text of the page. */
const hidden = ['script', 'style', 'title', 'head'];

/** Returns the text of an HTML page without its head, at most 200 characters. */
function pageText(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    pieces.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const name = /^<(\w{1,10})[\s>]/.exec(html.slice(open, open + 12))?.[1]?.toLowerCase() ?? '';
    const end = hidden.includes(name) ? html.indexOf(`</${name}`, close) : -1;
    at = end === -1 ? close + 1 : end;
  }
  return plain(pieces.join(' ')).slice(0, maxTitle);
}

/** Returns what a page says about an error: its title, or its text where the title names no cause. */
export function pageWords(html: string): string | null {
  const title = pageTitle(html);
  if (title !== null && !emptyTitle.test(title)) return title;
  return pageText(html.slice(0, searched)) || title;
}

/**
 * Returns the texts of an XML document by the names of their elements, as S3, Azure and SOAP services report errors;
 * `null` for HTML and for a document without an element that holds only text.
 */
export function xmlFields(text: string): Record<string, string> | null {
  const start = text.slice(0, searched).replace(/<!\[CDATA\[|\]\]>/g, '');
  if (isPage(start) || /<(?:title|center|h1|p|pre)\b/i.test(start)) return null;
  const fields: Record<string, string> = {};
  for (const [, name, value] of start.matchAll(/<(?:\w{1,20}:)?(\w{1,40})(?:\s[^<>]{0,200})?>([^<]{1,4000})</g)) {
    const words = plain(value ?? '');
    if (name !== undefined && words !== '') fields[name] ??= words;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

/** Returns the texts of JSON that was cut off or damaged, by the names of their fields. */
export function brokenFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const pairs = text.slice(0, 16_384).matchAll(/"(\w{1,40})"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){1,2000})"/g);
  for (const [, name, value] of pairs)
    if (name !== undefined) fields[name] ??= (value ?? '').replace(/\\(["\\/])/g, '$1');
  return fields;
}

/** Sentences that repeat a status, or only say that something failed. */
const vague =
  /^(?:\d{3}:? )?(?:an? )?(?:unexpected |unknown |upstream |provider |internal |server |request |http ){0,4}(?:error|exception|failure|failed|fail|(?:bad|invalid) request(?: error)?|unauthori[sz]ed|forbidden|not found|conflict|unprocessable (?:entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway timeout|bad response|validation (?:error|failed|failure)|invalid (?:input|parameters?|arguments?|params)|(?:an )?error occurred|something went wrong|provider returned error|request failed)s?(?: (?:occurred|status code \d{3}))?[.!:]?$|^(?:请求失败|请求错误|系统错误|未知错误|内部错误|服务器(?:内部)?错误|参数错误|错误|失败)[。！!]?$/i;

/** Tells whether a sentence says nothing that the status does not say. */
export const isVague = (sentence: string): boolean => sentence.length <= 80 && vague.test(sentence.trim());

const success =
  /^(?:ok(?:ay)?|succeed(?:ed)?|done|completed?|accepted|none|no error|null|false|正常|(?:[a-z]{2,20} ){0,4}success(?:ful(?:ly)?)?|[^未不失]{0,10}成功)[.!。！]?$/i;
const denial = /\b(?:not|un\w+|no|without|fail\w*)\b/i;

/** Tells whether a text that may be an error message says that there is no error. */
export function meansSuccess(sentence: string): boolean {
  const text = sentence.length <= 100 ? sentence.trim() : '';
  return success.test(text) && (text.toLowerCase() === 'no error' || !denial.test(text));
}

/** Tells whether a text is written for people: several words, or a few characters of a script without spaces. */
export function isHuman(text: string): boolean {
  const start = text.trim().slice(0, 400);
  if (/^(?:https?:|data:|wss?:|\/)\S*$/i.test(start)) return false;
  return (
    /\p{L}{2,}[^\S\r\n]+\p{L}/u.test(start) || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3}/u.test(start)
  );
}
