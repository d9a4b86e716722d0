import type { ErrorCode } from '@kirim/contract/errors'
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#shared/api/api-error.ts'

/** A refusal of the server that is about one field is said at it, too, and leads there. */
export function useFieldRefusal<V extends FieldValues>(
  { setError, setFocus }: Pick<UseFormReturn<V>, 'setError' | 'setFocus'>,
  error: Error | null,
  busy: boolean,
  fields: Partial<Record<ErrorCode, Path<V>>>,
): void {
  const show = useEffectEvent(() => {
    if (!(error instanceof ApiError)) return
    const field = fields[error.code as ErrorCode]
    if (!field) return
    setError(field, { type: 'server', message: error.serverMessage ?? '' })
    setFocus(field)
  })
  useEffect(() => {
    // While it is busy the field is disabled, and takes no focus.
    if (error && !busy) show()
  }, [error, busy])
}
