import type { SandboxPhone } from '@kirim/contract/sandbox'
import { Plus, ScanLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useSearchParams } from '#shared/routing/address.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Tooltip } from '#shared/ui/tooltip.tsx'
import { AddPhoneDialog } from './add-phone-dialog.tsx'
import { ChatPane } from './chat-pane.tsx'
import { ChatsColumn } from './chats-column.tsx'
import { PhonesColumn } from './phones-column.tsx'
import { usePhoneActions, usePhones, useSandboxLive } from './use-sandbox.ts'
import { useWaitingCode } from './use-waiting-code.ts'

/** The virtual phones of the sandbox network: read and write as their contacts. */
export function SandboxPage() {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  useSandboxLive()
  return (
    <>
      <PageHeader
        title={t('Sandbox phone')}
        description={t('See what your contacts receive, and answer as one of them.')}
        actions={
          <>
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('Add phone')}
            </Button>
            <ScanButton />
          </>
        }
      />
      <Phones />
      <AddPhoneDialog open={adding} onOpenChange={setAdding} />
    </>
  )
}

/** The primary action while a code waits to be scanned; otherwise disabled with a reason. */
function ScanButton() {
  const { t } = useTranslation()
  const { scan } = usePhoneActions()
  const waiting = useWaitingCode()
  const button = (
    <Button
      variant={waiting ? 'primary' : 'outline'}
      disabled={!waiting}
      busy={scan.isPending}
      busyText={t('Scanning...')}
      onClick={() => scan.mutate(undefined)}
      className="max-sm:w-full"
    >
      <ScanLine aria-hidden="true" />
      {t('Scan waiting code')}
    </Button>
  )
  if (waiting || scan.isPending) return button
  const reason = t('No code is waiting. Ask for one on Scan Device.')
  return (
    <Tooltip label={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a disabled button cannot be reached, its reason must be. */}
      <span tabIndex={0} role="note" aria-label={reason} className="rounded-md">
        {button}
      </span>
    </Tooltip>
  )
}

function Phones(): ReactNode {
  const { t } = useTranslation()
  const phones = usePhones()
  if (phones.isError) {
    return (
      <Card>
        <ErrorState
          className="border-t-0"
          message={t('Could not load the sandbox phones.')}
          query={phones}
        />
      </Card>
    )
  }
  if (!phones.data) {
    return (
      <Card className="[&>div>:first-child]:border-t-0">
        <Loading text={t('Loading phones...')} />
      </Card>
    )
  }
  if (phones.data.length === 0) {
    return (
      <Card>
        <EmptyState
          className="border-t-0"
          title={t('You have no virtual phone yet.')}
          description={t('Link a device first: its code can be scanned with a sandbox phone.')}
          action={
            <Button asChild>
              <Link to="/scan-device">{t('Scan Device')}</Link>
            </Button>
          }
        />
      </Card>
    )
  }
  return <Workspace phones={phones.data} />
}

/** Three columns; below 1024 px one at a time. The URL stores the open phone and chat. */
function Workspace({ phones }: { phones: readonly SandboxPhone[] }) {
  const [address, setAddress] = useSearchParams()
  const named = phones.find((entry) => entry.phoneNumber === address.get('phone'))
  const phone = named ?? phones.find((entry) => entry.linked) ?? phones[0]
  const contactNumber = address.get('contact')
  if (!phone) return null
  const { phoneNumber } = phone
  const openPhone = (next: string) => setAddress({ phone: next })
  const openChat = (next: string) => setAddress({ phone: phoneNumber, contact: next })
  const narrow = contactNumber ? 'chat' : named ? 'chats' : 'phones'
  const only = (column: typeof narrow) => cn(narrow !== column && 'max-lg:hidden')
  return (
    <Card className="grid grid-cols-1 overflow-hidden lg:h-[max(480px,calc(100dvh-225px))] lg:grid-cols-[248px_288px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <PhonesColumn phones={phones} current={phone} onOpen={openPhone} className={only('phones')} />
      <ChatsColumn
        key={phoneNumber}
        phone={phone}
        current={contactNumber}
        onOpen={openChat}
        onBack={() => setAddress({})}
        className={only('chats')}
      />
      <ChatPane
        phone={phone}
        contactNumber={contactNumber}
        onBack={() => setAddress({ phone: phoneNumber })}
        className={only('chat')}
      />
    </Card>
  )
}
