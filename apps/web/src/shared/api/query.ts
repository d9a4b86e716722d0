import type { CallSpec } from '@kirim/contract/call'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type CallArgs, type InputOf, request } from './request.ts'

/** Refusals stand; only a server that stumbled or did not answer is asked again. */
function shouldRetry(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return passing && failures < 2
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': the server may be this very machine, reachable without any network.
      queries: { networkMode: 'always', retry: shouldRetry, staleTime: 10_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * The cache key of a call. `keyOf(call)` alone matches the
 * call with whatever input (for invalidation).
 */
export function keyOf(spec: CallSpec, input?: unknown): readonly unknown[] {
  return input === undefined ? [spec.method, spec.path] : [spec.method, spec.path, input]
}

/** For `useQuery`: `useQuery(callQuery(listDevices))`. */
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
  // CallArgs only differs in whether the input may be left out; given, it fits both.
  return [input ?? {}, { signal }] as unknown as CallArgs<C>
}
