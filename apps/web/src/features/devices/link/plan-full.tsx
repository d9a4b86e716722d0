import { CircleCheck } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useUser } from '#shared/auth/auth-context.ts'
import { Button } from '#shared/ui/button.tsx'

interface PlanFullProps {
  plan: string
  limit: number
  /** The last number has just been linked. */
  linked: boolean
}

/** Shown when all numbers of the plan are in use: how to get one more. */
export function PlanFull({ plan, limit, linked }: PlanFullProps) {
  const { t } = useTranslation()
  const { role, email } = useUser()
  const used = t('All {n} numbers of your {plan} plan are in use.', {
    count: limit,
    n: limit,
    plan,
  })
  return (
    <div className="flex flex-col gap-5 border-t p-5">
      <div role="status" className="flex gap-3">
        <CircleCheck className="mt-px size-5 shrink-0 text-success" aria-hidden="true" />
        <div>
          <p className="font-medium">{linked ? t('The number is linked.') : used}</p>
          <p className="mt-0.5 text-caption text-muted-foreground">
            {t('Connection limit reached for your plan.')}
          </p>
          {linked && (
            <Button size="sm" className="mt-3" asChild>
              <Link to="/contacts">{t('Add your contacts')}</Link>
            </Button>
          )}
        </div>
      </div>
      <p className="text-caption text-muted-foreground">
        {t('Disconnect a device to connect another one.')}{' '}
        {role === 'admin' ? (
          <Trans
            i18nKey="For more numbers, set your plan on the server: <code>{command}</code>"
            values={{ command: `npm run admin -- plan ${email} Pro` }}
            components={{ code: <code className="font-mono wrap-anywhere text-foreground" /> }}
          />
        ) : (
          t('For more numbers, ask an admin of this server for another plan.')
        )}
      </p>
    </div>
  )
}
