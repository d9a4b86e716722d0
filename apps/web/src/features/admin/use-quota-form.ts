import { fullestQuotas, type QuotaUse } from '@kirim/contract/quotas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { refusedFields, useRefusedFields } from '#shared/forms/use-refused-fields.ts'
import { toast } from '#shared/toast/toast.ts'
import { type QuotaSubject, quotasQuery, saveQuotas } from './quota-subject.ts'
import { changedQuotas, type QuotaValues, writtenQuota } from './quota-values.ts'

/** The form state of quotas; `onSaved` is called after saving. */
export function useQuotaForm(of: QuotaSubject, uses: readonly QuotaUse[], onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const quotas = uses.map((use) => use.quota)
  const [values, setValues] = useState(
    () => Object.fromEntries(uses.map((use) => [use.quota, writtenQuota(use)])) as QuotaValues,
  )
  const save = useSingleMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof changedQuotas>>) => saveQuotas(of, body),
    onSuccess: (saved) => {
      client.setQueryData(quotasQuery(of).queryKey, saved)
      void client.invalidateQueries({ queryKey: keyOf(fullestQuotas) })
      toast({ title: t('The quotas of {name} are saved.', { name: of.name }), tone: 'success' })
      onSaved()
    },
    onError: (error) => {
      if (refusedFields(error, quotas).complete) return
      toast({ title: messageOf(error, t('Failed to save the quotas.')), tone: 'error' })
    },
  })
  const { problems } = useRefusedFields(save.error, quotas)
  const changes = changedQuotas(uses, values)
  return {
    values,
    problems,
    set: (quota: QuotaUse['quota'], written: string) =>
      setValues((now) => ({ ...now, [quota]: written })),
    dirty: uses.some((use) => values[use.quota] !== writtenQuota(use)),
    isSavable: changes !== null && Object.keys(changes).length > 0,
    busy: save.isPending,
    submit: () => changes && save.mutate(changes),
  }
}
