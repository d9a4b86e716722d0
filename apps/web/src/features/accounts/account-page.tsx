import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { UsageCard } from '#shared/quotas/usage-card.tsx'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { PlanBadge, RoleBadge } from '#shared/ui/status-badge.tsx'
import { useWorkspaces } from '#shared/workspace/workspace-context.ts'
import { ProfileForm } from './profile-form.tsx'

/** Account Manager [2.account]. */
export function AccountPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { email, role, createdAt, ...user } = useUser()
  const { current } = useWorkspaces()
  const { membershipPlan } = current ?? user
  const { longDateTime } = useFormat()
  return (
    <>
      <PageHeader
        title={t('Account Manager')}
        description={t('Your name, your password and the country of your contacts.')}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_376px]">
        <ProfileForm />
        <div className="grid min-w-0 gap-5">
          <Card aria-labelledby="membership" className="min-w-0">
            <CardHeader id="membership" title={t('Membership')} />
            <Fact label={t('Plan')}>
              <PlanBadge plan={membershipPlan} />
            </Fact>
            {role === 'admin' && (
              <p className="px-5 pb-3.5 text-xs wrap-anywhere text-muted-foreground">
                <Trans
                  i18nKey="The plan of an admin is set on the server: <code>{command}</code>"
                  values={{ command: `npm run admin -- plan ${email} Pro` }}
                  components={{ code: <code className="font-mono text-foreground" /> }}
                />
              </p>
            )}
            <Fact label={t('Role')}>
              <RoleBadge role={role} />
            </Fact>
            <Fact label={t('Member since')}>
              <time dateTime={createdAt}>{longDateTime(createdAt)}</time>
            </Fact>
          </Card>
          {current && children}
          {current && <UsageCard />}
        </div>
      </div>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <CardSection className="flex items-center justify-between gap-4">
      <p className="text-caption text-muted-foreground">{label}</p>
      <div className="text-caption">{children}</div>
    </CardSection>
  )
}
