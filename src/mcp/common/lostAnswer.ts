/**
 * Fails a request whose stream ended before its answer: the client answers it with an error of its own, which the SDK
 * handles like a refusal by the server.
 */
import { ProtocolError, type JSONRPCErrorResponse } from '@modelcontextprotocol/client';

const CODE = -32_097;
const MESSAGE = 'The stream of the answer ended before the answer.';

export function lostAnswerTo(id: string | number): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: CODE, message: MESSAGE } };
}

export function isLostAnswer(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === CODE && error.message.includes(MESSAGE);
}
