import type { SandboxPhone } from '@kirim/contract/sandbox'
import { ArrowLeft, MessageSquarePlus, Search, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Tooltip } from '#shared/ui/tooltip.tsx'
import { ChatButton } from './chat-button.tsx'
import { chatRows, matches } from './chat-rows.ts'
import { NewChatDialog } from './new-chat-dialog.tsx'
import { NewGroupDialog } from './new-group-dialog.tsx'
import { useChats, useSandboxGroups } from './use-sandbox.ts'

interface ChatsColumnProps {
  phone: SandboxPhone
  current: string | null
  onOpen: (id: string) => void
  onBack: () => void
  className?: string
}

export function ChatsColumn({ phone, current, onOpen, onBack, className }: ChatsColumnProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [starting, setStarting] = useState<'chat' | 'group' | null>(null)
  return (
    <section
      aria-label={t('Chats of {name}', { name: phone.name })}
      className={cn('flex min-h-0 min-w-0 flex-col lg:border-r', className)}
    >
      <div className="flex items-center gap-2 border-b px-4 py-2.5 lg:hidden">
        <Button
          variant="ghost"
          size="icon"
          className="-ml-2"
          aria-label={t('Back to phones')}
          onClick={onBack}
        >
          <ArrowLeft aria-hidden="true" />
        </Button>
        <p className="min-w-0 truncate font-medium">{phone.name}</p>
        <p className="tnum text-caption text-muted-foreground">{phone.phoneNumber}</p>
      </div>
      <div className="flex gap-2 border-b p-2.5">
        <div className="min-w-0 flex-1">
          <Input
            type="search"
            aria-label={t('Search chats')}
            placeholder={t('Search chats')}
            leading={<Search aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Tooltip label={t('New chat')}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('New chat')}
            onClick={() => setStarting('chat')}
          >
            <MessageSquarePlus aria-hidden="true" />
          </Button>
        </Tooltip>
        <Tooltip label={t('New group')}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('New group')}
            onClick={() => setStarting('group')}
          >
            <UsersRound aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
      <Chats
        phone={phone}
        search={search}
        current={current}
        onOpen={onOpen}
        onNew={() => setStarting('chat')}
      />
      <NewChatDialog
        open={starting === 'chat'}
        onOpenChange={(open) => setStarting(open ? 'chat' : null)}
        onStart={onOpen}
      />
      <NewGroupDialog
        phone={phone}
        open={starting === 'group'}
        onOpenChange={(open) => setStarting(open ? 'group' : null)}
        onMade={onOpen}
      />
    </section>
  )
}

interface ChatsProps extends Pick<ChatsColumnProps, 'phone' | 'current' | 'onOpen'> {
  search: string
  onNew: () => void
}

function Chats({ phone, search, current, onOpen, onNew }: ChatsProps): ReactNode {
  const { t } = useTranslation()
  const chats = useChats(phone.phoneNumber)
  const groups = useSandboxGroups(phone.phoneNumber)
  if (chats.isError || groups.isError) {
    return (
      <ErrorState
        className="border-t-0"
        message={t('Could not load the chats of this phone.')}
        onRetry={() => void Promise.all([chats.refetch(), groups.refetch()])}
        busy={chats.isFetching || groups.isFetching}
      />
    )
  }
  if (!chats.data || !groups.data) return <Loading text={t('Loading chats...')} />
  const rows = chatRows(chats.data, groups.data)
  if (rows.length === 0) return <NoChats linked={phone.linked} onNew={onNew} />
  const found = rows.filter((row) => matches(row, search))
  if (found.length === 0)
    return <p className="p-5 text-caption text-muted-foreground">{t('No chat matches.')}</p>
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto">
      {found.map((row) => (
        <li key={row.id}>
          <ChatButton chat={row} current={row.id === current} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function NoChats({ linked, onNew }: { linked: boolean; onNew: () => void }) {
  const { t } = useTranslation()
  if (!linked) {
    return (
      <EmptyState
        className="border-t-0"
        title={t('This phone is not linked.')}
        description={t('Show a code on Scan Device and scan it with this phone.')}
        action={
          <Button asChild>
            <Link to="/scan-device">{t('Scan Device')}</Link>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      className="border-t-0"
      title={t('No chats yet.')}
      description={t('Send a campaign from this number, or write to it as a contact.')}
      action={<Button onClick={onNew}>{t('New chat')}</Button>}
    />
  )
}
