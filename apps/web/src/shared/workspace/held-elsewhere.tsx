import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '#shared/routing/address.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { type Holder, useHolder } from './use-holder.ts'
import { useWorkspaces } from './workspace-context.ts'

interface HeldElsewhereProps {
  /** The number or campaign that the workspace of the tab does not have. */
  id: string
  /** Shown when no other workspace of the person has it. */
  children: ReactNode
}

/** Inside a card: offers the workspace that has what the address names. */
export function HeldElsewhere({ id, children }: HeldElsewhereProps) {
  const { t } = useTranslation()
  const holder = useHolder(id)
  if (holder === undefined) return <Loading text={t('Looking in your other workspaces...')} />
  return holder ? <SwitchOffer holder={holder} /> : children
}

export function SwitchOffer({ holder: { id, name } }: { holder: Holder }) {
  const { t } = useTranslation()
  const { switchTo } = useWorkspaces()
  const { pathname, search } = useAddress()
  return (
    <EmptyState
      className="border-t-0 wrap-anywhere"
      title={t('This is in {workspace}.', { workspace: name })}
      description={t('You are in another workspace. Nothing changes until you switch.')}
      action={
        <Button
          variant="primary"
          className="h-auto min-h-9 max-w-full py-1.5 whitespace-normal"
          onClick={() => switchTo(id, pathname + search)}
        >
          {t('Switch to {workspace}', { workspace: name })}
        </Button>
      }
    />
  )
}
