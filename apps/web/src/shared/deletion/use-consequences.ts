import { type UseQueryOptions, useQuery } from '@tanstack/react-query'

interface Consequences<T> {
  /** The call that returns what depends on the item to delete. */
  query: UseQueryOptions<T, Error, T, readonly unknown[]>
  /** Whether the dialog is open. */
  open: boolean
  say: (answer: T) => readonly (string | null)[]
  /** The text to show when the server did not answer. */
  otherwise: string
}

/** The consequences of a deletion for campaigns, one sentence each; null until they are loaded. */
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
