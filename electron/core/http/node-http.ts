/**
 * The parts of Node's HTTP in use. Not imported: an `import` of a built-in module reads everything that it exports, and
 * at the name `WebSocket` Node loads its whole `fetch`, which nothing here uses and which would delay each start by 50
 * ms.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
