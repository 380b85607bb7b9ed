import { type Reply, rawReply } from '../responses/reply.ts';

/** The error page of a proxy in front of the gateway. */
export function proxyPage(status: number, title: string, signature: string): Reply {
  const html = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${signature}</center>\r\n</body>\r\n</html>\r\n`;
  return rawReply(status, 'text/html', html);
}
