import { errors } from '@kirim/contract/errors'
import { MEMBERSHIP_PLANS, type MembershipPlan } from '@kirim/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'

const options = MEMBERSHIP_PLANS.map((plan) => ({ value: plan, label: plan }))

interface PlanDialogProps {
  /** Whose plan it is; the e-mail is the owner's. */
  of: { name: string; email: string; membershipPlan: MembershipPlan }
  open: boolean
  /** False for admins, whose plan cannot be changed. */
  allowed: boolean
  busy: boolean
  onClose: () => void
  onUpdate: (plan: MembershipPlan) => void
}

/**
 * Selects and sets a plan, Free by default. Update is disabled while the plan is unchanged
 * [2.admin.update-disabled].
 */
export function PlanDialog({ of, open, allowed, busy, onClose, onUpdate }: PlanDialogProps) {
  const { t } = useTranslation()
  const { name, email, membershipPlan } = of
  const [choice, setChoice] = useState<{ plan: MembershipPlan; insteadOf: MembershipPlan } | null>(
    null,
  )
  // A plan set elsewhere meanwhile replaces the selection.
  const chosen = choice?.insteadOf === membershipPlan ? choice.plan : null
  const plan = chosen ?? membershipPlan ?? 'Free'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('Change plan')}
      description={t('A plan sets how many numbers a workspace can connect at once.')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={!allowed || !open || plan === membershipPlan}
            busy={busy}
            busyText={t('Saving...')}
            aria-label={t('Update the plan of {name}', { name })}
            onClick={() => onUpdate(plan)}
          >
            {t('Update')}
          </Button>
        </>
      }
    >
      <Field
        label={t('Plan of {name}', { name })}
        hint={
          allowed
            ? undefined
            : `${t(errors.admin_plan_fixed.text)} ${t('Set the plan with this command on the server: {command}', { command: `npm run admin -- plan ${email} Pro` })}`
        }
      >
        <Select
          value={plan}
          onValueChange={(next) => setChoice({ plan: next, insteadOf: membershipPlan })}
          options={options}
          disabled={!allowed || busy}
        />
      </Field>
    </Dialog>
  )
}
