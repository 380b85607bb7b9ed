/** Shown by a panel while there is no connection. */
export { ConnectFirst as NoConnection } from './connect-first.tsx';
