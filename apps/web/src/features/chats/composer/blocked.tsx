import type { Chat, ComposerBlock } from '@kirim/contract/chats'
import { assignChat } from '@kirim/contract/chats'
import { CalendarClock, Eye, File, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useUser } from '#shared/auth/auth-context.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useRealtime } from '#shared/realtime/realtime-context.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useWorkspace } from '#shared/workspace/workspace-context.ts'
import { type BlockWords, useBlockWords } from './block-words.ts'

interface BlockedProps {
  chat: Chat
  block: ComposerBlock
  personName: string
  numberName: string
  /** The name of whoever has the chat; empty where it is unknown. */
  assigneeName: string
  onNote: () => void
  onWriteAnyway: () => void
}

/** Says in place of the box why nothing can be written, or leaves later, and what can be done. */
export function Blocked(props: BlockedProps) {
  const { t } = useTranslation()
  const { block, onNote, onWriteAnyway } = props
  const { name: workspaceName } = useWorkspace()
  const words = useBlockWords(props)
  if (block.code === 'viewer') {
    return (
      <p className="flex items-center gap-3 text-caption text-muted-foreground">
        <Eye className="size-4 shrink-0" aria-hidden="true" />
        {t('You are a viewer in {workspace}. An owner can change that.', {
          workspace: workspaceName,
        })}
      </p>
    )
  }
  return (
    <>
      <Notice words={words} />
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {!block.isKept && (
          <Button size="sm" onClick={onNote}>
            <File aria-hidden="true" />
            {t('Write a note')}
          </Button>
        )}
        <WayOut {...props} />
        {block.isKept && block.code !== 'new_chats_held' && (
          <Button size="sm" variant="ghost" onClick={onWriteAnyway}>
            {t('Write anyway')}
          </Button>
        )}
      </div>
    </>
  )
}

function Notice({ words: { icon: Icon, tone, title, detail } }: { words: BlockWords }) {
  return (
    <div
      role="note"
      className={cn(
        'flex items-start gap-3 rounded-md px-3.5 py-3',
        tone === 'danger' ? 'bg-danger-soft text-danger-ink' : 'bg-warning-soft text-warning-ink',
      )}
    >
      <Icon className="mt-px size-[18px] shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="mt-0.5 text-caption wrap-anywhere empty:hidden">{detail}</p>
      </div>
    </div>
  )
}

/** What can be done about it, beside a note. */
function WayOut({ chat, block, onWriteAnyway }: BlockedProps) {
  const { t } = useTranslation()
  const { emit } = useRealtime()
  const momentText = useMomentText()
  const me = useUser()._id
  const take = useSingleMutation({
    mutationFn: () => request(assignChat, { params: { id: chat.id }, body: { personId: me } }),
    onError: (error) => {
      toast({ title: messageOf(error, t('The chat could not be assigned.')), tone: 'error' })
    },
  })
  const link = 'text-caption font-medium text-primary underline-offset-4 hover:underline'
  switch (block.code) {
    case 'opted_out':
    case 'opt_out_forbids':
      return (
        <Allowed to="opt-outs:read">
          <Link to="/opt-outs" className={link}>
            {t('How opt-outs work')}
          </Link>
        </Allowed>
      )
    case 'number_away':
      return (
        <Allowed to="numbers:write">
          <Button size="sm" onClick={() => emit('whatsapp_reconnect_request', chat.deviceId)}>
            <RefreshCw aria-hidden="true" />
            {t('Reconnect')}
          </Button>
        </Allowed>
      )
    case 'new_chats_held':
      return (
        <Button size="sm" onClick={onWriteAnyway}>
          <CalendarClock aria-hidden="true" />
          {block.until
            ? t('Write, it leaves {moment}', { moment: momentText(block.until) })
            : t('Write, it leaves later')}
        </Button>
      )
    case 'assignee_only':
      return (
        <Button size="sm" busy={take.isPending} onClick={() => take.mutate(undefined)}>
          {t('Take the chat')}
        </Button>
      )
    default:
      return null
  }
}
