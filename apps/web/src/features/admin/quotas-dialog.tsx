import type { QuotaUse } from '@kirim/contract/quotas'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { QuotaBar } from '#shared/quotas/quota-bar.tsx'
import { quotaWords } from '#shared/quotas/quota-words.ts'
import { useQuotaFormat } from '#shared/quotas/use-quota-format.ts'
import { QueryStatus } from '#shared/ui/error-state.tsx'
import { Field } from '#shared/ui/field.tsx'
import { focusFirst } from '#shared/ui/focus-first.ts'
import { Input } from '#shared/ui/input.tsx'
import { type QuotaSubject, quotasQuery } from './quota-subject.ts'
import { badQuota, inUnits, readQuota } from './quota-values.ts'
import { useQuotaForm } from './use-quota-form.ts'

interface QuotasDialogProps {
  of: QuotaSubject
  open: boolean
  onClose: () => void
}

/** Shows the quota usage of a workspace and edits the limits that override the plan. */
export function QuotasDialog({ of, open, onClose }: QuotasDialogProps) {
  const { t } = useTranslation()
  const quotas = useQuery({
    ...quotasQuery(of),
    enabled: open,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <FormDialog
      size="large"
      open={open}
      onClose={onClose}
      title={t('Quotas of {name}', { name: of.name })}
      description={t('Leave a quota empty to use the limit of the {plan} plan.', {
        plan: of.membershipPlan ?? 'Free',
      })}
      action={quotas.data ? t('Save quotas') : null}
    >
      {(form) =>
        quotas.data ? (
          <QuotaForm {...form} of={of} uses={quotas.data} onSaved={onClose} />
        ) : (
          <QueryStatus
            query={quotas}
            loading={t('Loading quotas...')}
            failed={t('The quotas could not be loaded.')}
          />
        )
      }
    </FormDialog>
  )
}

interface QuotaFormProps extends FormInDialog {
  of: QuotaSubject
  uses: readonly QuotaUse[]
  onSaved: () => void
}

function QuotaForm({ id, of, uses, onDirty, onSaved }: QuotaFormProps) {
  const form = useQuotaForm(of, uses, onSaved)
  useReportDirty(form.dirty, onDirty)
  const fields = useRef<HTMLFormElement>(null)
  // The fields load after the dialog has set its initial focus.
  useEffect(() => {
    if (fields.current) focusFirst(fields.current)
  }, [])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (form.isSavable) form.submit()
    else if (!form.dirty) onSaved()
  }
  return (
    <form
      ref={fields}
      id={id}
      onSubmit={submit}
      noValidate
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      {uses.map((use) => (
        <QuotaField
          key={use.quota}
          use={use}
          value={form.values[use.quota]}
          problem={form.problems[use.quota]}
          busy={form.busy}
          onChange={(written) => form.set(use.quota, written)}
        />
      ))}
    </form>
  )
}

interface QuotaFieldProps {
  use: QuotaUse
  value: string
  /** What the server found wrong with it. */
  problem: string | undefined
  busy: boolean
  onChange: (written: string) => void
}

function QuotaField({ use, value, problem, busy, onChange }: QuotaFieldProps) {
  const { t } = useTranslation()
  const { amount } = useQuotaFormat()
  const { quota, used, ofPlan } = use
  const isMedia = quota === 'mediaBytes'
  return (
    <div>
      <Field
        label={t(quotaWords[quota].title)}
        hint={t('{n} used. Plan limit: {limit}.', {
          n: amount(quota, used),
          limit: amount(quota, ofPlan),
        })}
        error={readQuota(quota, value) === undefined ? t(badQuota) : problem}
      >
        <Input
          inputMode={isMedia ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={20}
          disabled={busy}
          value={value}
          placeholder={inUnits(quota, ofPlan)}
          trailing={isMedia ? <span className="text-caption">GB</span> : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="tnum"
        />
      </Field>
      <QuotaBar use={use} className="mt-2" />
    </div>
  )
}
