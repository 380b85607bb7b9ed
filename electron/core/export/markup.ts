/** Escapes text for HTML, as content or inside a quoted attribute; characters that turn the text direction are replaced. */
export const markup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
