import { diagramLimits } from '#shared/diagram-frame.ts';
import { freshNonce } from './built-page.ts';

/** Returns the document in which one diagram is drawn, with the headers that confine it; each has a nonce of its own. */
export function diagramFrame(): { html: string; headers: Record<string, string> } {
  const nonce = freshNonce();
  return {
    html: diagramDocument(nonce),
    headers: { 'content-security-policy': diagramPolicy(nonce), 'content-type': 'text/html; charset=utf-8' },
  };
}

/**
 * Returns the policy of the frame that draws diagrams: an origin of its own, no network, and no script but the one of
 * the document and what that starts. Styles belong to the drawing.
 */
function diagramPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

/** No larger graph is laid out, and none of these can be set by a diagram itself. */
const settings = {
  startOnLoad: false,
  suppressErrorRendering: true,
  securityLevel: 'strict',
  htmlLabels: false,
  maxTextSize: diagramLimits.characters,
  maxEdges: diagramLimits.edges,
  fontFamily: 'system-ui, sans-serif',
};
const secure = ['secure', ...Object.keys(settings), 'themeCSS', 'altFontFamily'];

/**
 * Returns the document. It waits for one request (`DiagramRequest`), draws it, and sends one reply (`DiagramReply`)
 * through the port that came with it. The library arrives as text, because an origin of its own may load nothing here.
 */
const diagramDocument = (nonce: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Diagram</title><body><script nonce="${nonce}">
const { nonce } = document.currentScript;
onmessage = async ({ data, ports: [reply] }) => {
  onmessage = null;
  try {
    document.head.append(Object.assign(document.createElement('script'), { nonce, text: data.library }));
    mermaid.initialize({ ...${JSON.stringify({ ...settings, secure })}, theme: data.dark ? 'dark' : 'default' });
    const { svg } = await mermaid.render('diagram', data.source);
    document.body.innerHTML = svg;
    const drawing = document.body.firstElementChild;
    const { width, height } = drawing.viewBox.baseVal;
    drawing.removeAttribute('style');
    drawing.setAttribute('width', width);
    drawing.setAttribute('height', height);
    reply.postMessage({ svg: new XMLSerializer().serializeToString(drawing), width, height });
  } catch (error) {
    reply.postMessage({ error: String(error?.message ?? error) });
  }
};
</script></body></html>
`;
