import net from 'node:net';
import tls from 'node:tls';

export interface TunnelProxy {
  /** The received requests, head by head. */
  heads: string[];
  /** `host:port`. */
  address: string;
  port: number;
  close(): void;
}

/**
 * A proxy that opens every tunnel to one port of this computer, whatever is requested.
 *
 * @param refuse its response to everything, instead.
 * @param secure speaks TLS with this certificate.
 */
export async function startTunnelProxy(
  to: number,
  { refuse, secure }: { refuse?: string; secure?: tls.TlsOptions } = {},
): Promise<TunnelProxy> {
  const heads: string[] = [];
  const sockets = new Set<net.Socket>();
  const onConnection = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      heads.push(data.toString());
      if (refuse !== undefined) return void socket.end(refuse);
      const target = net.connect(to, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      target.on('error', () => socket.destroy());
      socket.on('close', () => target.destroy());
    });
  };
  const server = secure ? tls.createServer(secure, onConnection) : net.createServer(onConnection);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    heads,
    port,
    address: `127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
