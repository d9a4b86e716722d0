import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * As useMutation, for what a form submits: while one is under way another is not begun. A second
 * press, or a double click, may come before `isPending` has disabled the button. There is no
 * `reset`: before the answer it would enable the button, whose press would do nothing.
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
