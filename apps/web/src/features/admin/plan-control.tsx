import type { User } from '@kirim/contract/accounts'
import { MEMBERSHIP_PLANS, type MembershipPlan } from '@kirim/contract/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'

const options = MEMBERSHIP_PLANS.map((plan) => ({ value: plan, label: plan }))

interface PlanControlProps {
  member: User
  /** False for admins: their plan stands. */
  allowed: boolean
  busy: boolean
  onUpdate: (plan: MembershipPlan) => void
}

/** Chooses a plan and sets it, Free where there is none; nothing to update while it is the plan one has (SPEC §2). */
export function PlanControl({ member, allowed, busy, onUpdate }: PlanControlProps) {
  const { t } = useTranslation()
  const { name, membershipPlan } = member
  const [chosen, setChosen] = useState<MembershipPlan | null>(null)
  const plan = chosen ?? membershipPlan ?? 'Free'
  return (
    <>
      <Select
        value={plan}
        onValueChange={setChosen}
        options={options}
        disabled={!allowed || busy}
        aria-label={t('Plan of {name}', { name })}
        className="h-8 w-[92px] pointer-coarse:h-10 pointer-coarse:text-sm"
      />
      <Button
        size="sm"
        disabled={!allowed || busy || plan === membershipPlan}
        aria-label={t('Update the plan of {name}', { name })}
        onClick={() => onUpdate(plan)}
        className="max-lg:order-last max-lg:col-span-2"
      >
        {t('Update')}
      </Button>
    </>
  )
}
