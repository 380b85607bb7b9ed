// The fonts ship with the app: nothing is fetched from a font host, and the page's policy allows only its own origin.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './mono-font.css';

/** Loads the faces of the first screen: text drawn before would be drawn again, and move. */
export const loadFonts = (): Promise<unknown> =>
  Promise.all([document.fonts.load('13px "Inter Variable"'), document.fonts.load('13px "JetBrains Mono Variable"')]);
