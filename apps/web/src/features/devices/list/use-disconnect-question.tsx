import { type Device, type DeviceUse, deviceUse } from '@kirim/contract/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import type { Link } from '../link/use-link.ts'

interface OpenQuestion {
  device: Device
  /** Null when the server did not answer. */
  use: DeviceUse | null
}

/**
 * Closes a number's session at once where nothing depends on it; otherwise, or when this is
 * unknown, asks first and says what waits or stops.
 */
export function useDisconnectQuestion(
  link: Pick<Link, 'line'>,
  disconnect: (device: Device) => void,
): {
  ask: (device: Device) => void
  isAsking: (device: Device) => boolean
  question: ReactNode
} {
  const [looking, setLooking] = useState<string | null>(null)
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  const [open, setOpen] = useState(false)

  async function ask(device: Device): Promise<void> {
    // `disconnect` reports that it cannot be closed now.
    if (link.line === 'disconnected') return disconnect(device)
    setLooking(device.id)
    const use = await request(deviceUse, { params: { id: device.id } }).catch(() => null)
    setLooking(null)
    if (use && !dependsOnIt(use)) {
      disconnect(device)
      return
    }
    setQuestion({ device, use })
    setOpen(true)
  }

  return {
    ask: (device) => void ask(device),
    isAsking: ({ id }) => looking === id,
    question: question && (
      <DisconnectDialog
        {...question}
        open={open}
        onOpenChange={setOpen}
        onConfirm={() => {
          setOpen(false)
          disconnect(question.device)
        }}
      />
    ),
  }
}

/** Campaigns of other states are not changed by a lost session. */
const UNDER_WAY = ['running', 'waiting'] as const

function dependsOnIt({ campaigns, shared, sharedAway, chatbotEnabled }: DeviceUse): boolean {
  const all = [campaigns, shared, sharedAway]
  return (
    chatbotEnabled || all.some((each) => each.others || UNDER_WAY.some((kind) => each[kind] > 0))
  )
}

interface DisconnectDialogProps extends OpenQuestion {
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

function DisconnectDialog({ device, use, ...dialog }: DisconnectDialogProps) {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  const [alone, shared, sharedAway] = use
    ? [use.campaigns, use.shared, use.sharedAway].map((each) => countsOf(each, UNDER_WAY))
    : []
  const lines = [
    use ? null : t('Its campaigns wait until it reconnects, unless other numbers send them too.'),
    alone ? t('Campaigns that will wait until it reconnects: {counts}.', { counts: alone }) : null,
    shared
      ? t('Campaigns that continue from their other numbers: {counts}.', { counts: shared })
      : null,
    shared ? t('A message that may already have been sent waits for this number.') : null,
    sharedAway
      ? t('Campaigns that wait until one of their numbers is connected: {counts}.', {
          counts: sharedAway,
        })
      : null,
    use?.chatbotEnabled === false ? null : t('Its chatbot stops answering.'),
    t('Messages already sent are kept.'),
  ]
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Disconnect {name}?', { name: device.name })}
      description={t('It stays registered. Reconnecting needs no new scan.')}
      consequences={lines.filter((line) => line !== null)}
      action={t('Disconnect')}
      safe={t('Stay connected')}
    />
  )
}
