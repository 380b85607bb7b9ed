import { UsageError } from '../usage-error.ts';

/** Returns the usage error for a port that cannot be opened; any other error unchanged. */
export function portError(error: NodeJS.ErrnoException, port: number | undefined): Error {
  if (error.code === 'EADDRINUSE') return new UsageError(`Port ${port} is in use. Choose another with --port.`);
  if (error.code !== 'EACCES') return error;
  return new UsageError(`You are not allowed to open port ${port}. Choose another with --port.`);
}
