import { loadTeam } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { countriesIn } from '#shared/forms/countries.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { UsageCard } from '#shared/quotas/usage-card.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader, CardSection } from '#shared/ui/card.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { PlanBadge } from '#shared/ui/status-badge.tsx'
import { useMay, useWorkspace } from '#shared/workspace/workspace-context.ts'
import { isLastOwner, LAST_OWNER } from '../access/person-rights.ts'
import { TeamRoleBadge } from '../access/role-badge.tsx'
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

/** The name, country, plan and end of the workspace of this tab; further settings are children. */
export function WorkspacePage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const mayChange = useMay('workspace:write')
  return (
    <>
      <PageHeader
        title={t('Workspace settings')}
        description={<span className="wrap-anywhere">{workspace.name}</span>}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="grid min-w-0 gap-5">
          {mayChange ? (
            <WorkspaceForm key={workspace.id} workspace={workspace} />
          ) : (
            <WorkspaceFacts workspace={workspace} />
          )}
          {children}
          <EndCard workspace={workspace} />
        </div>
        <div className="grid min-w-0 gap-5">
          <PlanCard workspace={workspace} />
          <UsageCard />
        </div>
      </div>
    </>
  )
}

/** For who may not change them. */
function WorkspaceFacts({ workspace: { name, defaultCountry } }: { workspace: Workspace }) {
  const { t, i18n } = useTranslation()
  const country = useMemo(
    () => countriesIn(i18n.language).find(({ code }) => code === defaultCountry)?.name,
    [i18n.language, defaultCountry],
  )
  return (
    <Card aria-labelledby="workspace" className="min-w-0">
      <CardHeader id="workspace" title={t('Workspace')} />
      <Fact label={t('Name')}>{name}</Fact>
      <Fact label={t('Default country')}>{country ?? defaultCountry}</Fact>
    </Card>
  )
}

function PlanCard({
  workspace: { membershipPlan, role, people, numbers },
}: {
  workspace: Workspace
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <Card aria-labelledby="membership" className="min-w-0">
      <CardHeader id="membership" title={t('Membership')} />
      <Fact label={t('Plan')}>
        <PlanBadge plan={membershipPlan} />
      </Fact>
      <Fact label={t('Your role')}>
        <TeamRoleBadge role={role} />
      </Fact>
      <Fact label={t('People')}>{number(people)}</Fact>
      <Fact label={t('Numbers')}>{number(numbers)}</Fact>
    </Card>
  )
}

/** Ways to end it: for oneself, and for everybody. */
function EndCard({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const mayDelete = useMay('workspace:delete')
  const [dialog, setDialog] = useState({ what: 'leave', open: false, times: 0 })
  const open = (what: 'leave' | 'delete') => () =>
    setDialog({ what, open: true, times: dialog.times + 1 })
  const shown = {
    workspace,
    open: dialog.open,
    onClose: () => setDialog({ ...dialog, open: false }),
  }
  const isFixed = useIsLastOwner(workspace)
  return (
    <Card aria-label={t('Leave or delete')} className="min-w-0">
      <End
        title={t('Leave the workspace')}
        text={isFixed ? t(LAST_OWNER) : t('You no longer see its chats, contacts and campaigns.')}
      >
        <Button variant="danger-outline" disabled={isFixed} onClick={open('leave')}>
          {t('Leave')}
        </Button>
      </End>
      {mayDelete && (
        <End
          title={t('Delete the workspace')}
          text={t('With everything in it, for everybody. This cannot be undone.')}
        >
          <Button variant="danger-outline" onClick={open('delete')}>
            {t('Delete')}
          </Button>
        </End>
      )}
      {dialog.what === 'leave' && <LeaveDialog {...shown} />}
      {dialog.what === 'delete' && <DeleteWorkspaceDialog key={dialog.times} {...shown} />}
    </Card>
  )
}

/** Whether the reader cannot leave; the server refuses, too. */
function useIsLastOwner({ role }: Workspace): boolean {
  const { _id } = useUser()
  const { data } = useQuery({ ...callQuery(loadTeam), enabled: role === 'owner' })
  return data !== undefined && isLastOwner(data.people, _id)
}

function End({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <CardSection className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 first:border-t-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="text-title font-semibold">{title}</h2>
        <p className="mt-0.5 text-caption text-muted-foreground">{text}</p>
      </div>
      {children}
    </CardSection>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <CardSection className="flex items-center justify-between gap-4">
      <p className="shrink-0 text-caption text-muted-foreground">{label}</p>
      <div className="tnum min-w-0 truncate text-caption">{children}</div>
    </CardSection>
  )
}
