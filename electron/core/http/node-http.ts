/**
 * What is used of Node's HTTP. It is not imported: an `import` of a built-in module reads everything that it exports, and
 * at the name `WebSocket` Node loads its whole `fetch`, which nothing here uses and which each start would wait 50 ms for.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
