/**
 * The address a link may lead to, or null when it stays text. Only http, https and mailto open; a relative address has
 * nothing to be relative to. White space and control characters inside an address are a disguise, so they refuse it.
 */
export function gateLink(href: string | null | undefined): string | null {
  const asked = href?.trim() ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  if (!/^(?:https?:\/\/|mailto:)/i.test(asked) || /[\u0000-\u001f\u007f\\]/.test(asked)) return null;
  try {
    const url = new URL(asked);
    if (url.protocol === 'mailto:') return url.pathname === '' ? null : url.href;
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url.href : null;
  } catch {
    return null;
  }
}
