// The fonts ship with the app: nothing is fetched from a font host, and the page's policy allows only its own origin.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './mono-font.css';
