import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Like `useMutation`, but ignores further calls while one is in flight: a double click may come
 * before `isPending` disables the button. There is no `reset`, which would re-enable the button
 * before the answer arrives.
 */
export function useSingleMutation<Data, Variables, OnMutate = unknown>(
  options: UseMutationOptions<Data, Error, Variables, OnMutate>,
) {
  const underWay = useRef(false)
  const {
    mutateAsync: _unguarded,
    reset: _early,
    ...mutation
  } = useMutation({
    ...options,
    onSettled: (...outcome) => {
      underWay.current = false
      return options.onSettled?.(...outcome)
    },
  })
  const mutate = (variables: Variables) => {
    if (underWay.current) return
    underWay.current = true
    mutation.mutate(variables)
  }
  return { ...mutation, mutate }
}
