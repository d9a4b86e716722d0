import type { CallSpec } from '@kirim/contract/call'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, LateError } from './api-error.ts'
import { type CallArgs, type InputOf, request } from './request.ts'

/**
 * Retries only when the server failed or could not be reached. Refusals are final, and a call that
 * timed out is reported at once.
 */
function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof LateError) return false
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return passing && failures < 2
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': the server may run on this machine and be reachable without a network.
      queries: { networkMode: 'always', retry: shouldRetry, staleTime: 10_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * The cache key of a call. Without input, it matches the call with any input (for invalidation).
 */
export function keyOf(spec: CallSpec, input?: unknown): readonly unknown[] {
  return input === undefined ? [spec.method, spec.path] : [spec.method, spec.path, input]
}

/** Query options for a call: `useQuery(callQuery(listDevices))`. */
export function callQuery<C extends CallSpec>(spec: C, ...[input]: CallArgs<C>) {
  return queryOptions({
    queryKey: keyOf(spec, input ?? {}),
    queryFn: ({ signal }) => request(spec, ...withSignal<C>(input, signal)),
  })
}

function withSignal<C extends CallSpec>(
  input: InputOf<C> | undefined,
  signal: AbortSignal,
): CallArgs<C> {
  // CallArgs differ only in whether the input is optional; passing it fits both.
  return [input ?? {}, { signal }] as unknown as CallArgs<C>
}
