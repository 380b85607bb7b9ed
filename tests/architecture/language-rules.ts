/** A word or phrase that the project does not use, and what it writes instead. */
export interface LanguageRule {
  pattern: RegExp;
  instead: string;
}

const rule = (pattern: RegExp, instead: string): LanguageRule => ({ pattern, instead });

/** Refused in every English text: interface, terminal, messages, docs, comments and titles of tests. */
export const everywhere: readonly LanguageRule[] = [
  rule(/\bcan not\b/i, 'cannot in docs and comments, can’t in the interface'),
  rule(/\bshall\b/i, 'must, or the plain present'),
  rule(/\ball the same\b/i, 'anyway, or still'),
  rule(/\banew\b/i, 'again'),
  rule(/\bmend(?:s|ed|ing)?\b/i, 'fix, correct, repair'),
  rule(/\bfilms?\b/i, 'video'),
  rule(/\b(?<!\brelies )lies\b/i, 'is, is stored'),
  rule(/\b(?:stands?|stood) (?:in(?! for)|on|at|there|here|beside|under|below|above|still|as|by)\b/i, 'is'),
  rule(/\b(?:goes|went|comes|came) as\b(?! (?:far|soon|for|long))/i, 'is sent as, arrives as'),
  rule(/\b(?:held|holds?|holding) (?:it |them |this )?against\b/i, 'compare with'),
  rule(/\bof its own accord\b/i, 'by itself'),
  rule(/\bworth while\b/i, 'useful'),
  rule(/\bthe line (?:is broken|breaks|broke|to)\b/i, 'the connection'),
  rule(/\b(?:time|wire|keys?|work) of the day\b/i, 'name it'),
  rule(/\bbears? (?:with|in)\b/i, 'handle, contain'),
  rule(/\btakes? away\b/i, 'remove'),
  rule(/\bwhat came\b(?! (?:before|after|back))/i, 'what arrived, the response'),
  rule(/\bout of use\b/i, 'disabled, unused'),
  rule(/\bput (?:aside|right)\b/i, 'set aside: archive; put right: fix'),
  rule(
    /\b(?:catalogues?|colou?r(?<=colour)s?|coloured|neighbours?|neighbouring|behaviours?|centre[ds]?|licence[sd]?|favourites?|honours?|honoured|grey|programme)\b/i,
    'American spelling',
  ),
  rule(
    /\b\w*(?:recogni|normali|initiali|organi|summari|optimi|minimi|maximi|seriali|synchroni|customi|utili|prioriti|authori|standardi|visuali|categori|capitali)s(?:e|es|ed|ing|ation|ations|er|ers)\b/i,
    'American spelling: -ize',
  ),
];

/** Refused in the English that users see: catalogs, messages, help. */
export const inInterface: readonly LanguageRule[] = [
  rule(/\b(?:nobody|somebody|whoever|whom)\b/i, 'name the subject'),
  rule(/\bby now\b/i, 'already, or leave it out'),
  rule(/\b(?:pictures?|movies?)\b/i, 'image, video'),
  rule(/\bby hand\b/i, 'manually, yourself'),
  rule(/\bstraight\b/i, 'direct, without a proxy'),
  rule(/\bin the way\b/i, 'problem, blocked by'),
  rule(/\bleft out\b/i, 'skipped'),
  rule(/\bodd\b/i, 'unexpected'),
  rule(/\bgone\b/i, 'deleted, expired, no longer available'),
  rule(/\btold\b/i, 'reported, returned'),
  rule(/\blook(?:s)? as if\b/i, 'seems'),
  rule(/\bforgotten\b/i, 'deleted'),
  rule(/\bhanded (?:over|to)\b/i, 'passed, sent'),
  rule(/\bthe (?:address|addresses) of the gateway\b/i, 'base URL'),
  rule(/\bbase address\b/i, 'base URL'),
  rule(/\bkeyring\b/i, 'system keychain'),
  rule(/\bdeadlines?\b/i, 'timeout'),
  rule(/\bexchanges?\b/i, 'request'),
  rule(/\b(?:oops|sorry|please)\b/i, 'leave it out'),
  rule(/[a-z]!(?:\s|$)/, 'a full stop'),
];

/** Refused in the catalogs of the page. */
export const inCatalogs: readonly LanguageRule[] = [rule(/\bcannot\b/, 'can’t'), rule(/\.\.\.(?![\w/])/, '…')];

/** Refused in docs for users. */
export const inDocs: readonly LanguageRule[] = [rule(/\bbase address\b/i, 'base URL'), rule(/\bpictures\b/i, 'images')];

const han = String.raw`\p{Script=Han}`;

/** Refused in Chinese; punctuation and spaces are tested on the catalogs themselves. */
export const inChinese: readonly LanguageRule[] = [
  rule(/您/, '你'),
  rule(/[，。；：？！] /, '中文标点后不加空格'),
  rule(/！/, '。'),
  rule(/\.\.\.|。。/, '……'),
  rule(new RegExp(`${han} id\\b|(?<![.\\w])id ${han}`, 'u'), 'ID'),
  rule(/(?<![每几])个 token/, 'token（不加“个”）'),
  rule(/基础地址/, 'Base URL'),
  rule(/密钥环/, '系统凭据库'),
  rule(/标头/, '请求头、响应头'),
  rule(/方言/, '协议版本'),
  rule(/重排(?!序)/, '重排序'),
  rule(/嵌入/, '向量、向量化'),
  rule(/转写|听写/, '语音识别'),
  rule(/路由/, '接口'),
  rule(/探测/, '检测'),
  rule(/接管/, '按 ID 导入'),
  rule(/改编/, 'Remix'),
  rule(/原话|那边/, '返回信息'),
  rule(/采用/, '使用'),
  rule(/途经|无人应答|没了动静|没有了动静|指向了别处/, '写明原因'),
  rule(/线路/, '报文'),
  rule(/往返测试/, '合成识别对比'),
];
