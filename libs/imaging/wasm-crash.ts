/**
 * Whether an error is a trap of WebAssembly code (out of bounds, unreachable, out of memory). After one, the
 * module's heap is in an unknown state and must not be used again.
 */
export function isWasmCrash(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}
