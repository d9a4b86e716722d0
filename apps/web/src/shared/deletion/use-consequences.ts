import { type UseQueryOptions, useQuery } from '@tanstack/react-query'

interface Consequences<T> {
  /** The call that says what hangs on the thing. */
  query: UseQueryOptions<T, Error, T, readonly unknown[]>
  /** The question is in sight. */
  open: boolean
  say: (answer: T) => readonly (string | null)[]
  /** What is true in any case, for when the server did not say. */
  otherwise: string
}

/**
 * What a deletion does to campaigns, a sentence each, as things are now; null until it is known.
 */
export function useConsequences<T>({
  query,
  open,
  say,
  otherwise,
}: Consequences<T>): readonly string[] | null {
  const { data, isFetching, isError } = useQuery({
    ...query,
    enabled: open,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (isFetching) return null
  if (isError) return [otherwise]
  return data === undefined ? null : say(data).filter((line) => line !== null)
}
