import type { SandboxChat } from '@kirim/contract/sandbox'
import { Zap } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Switch } from '#shared/ui/switch.tsx'
import { type ChatPlace, useContactSwitch } from './use-sandbox.ts'

interface FaultsButtonProps {
  chat: SandboxChat
  open: boolean
  /** The id of the region it opens. */
  controls: string
  onToggle: () => void
}

/** Shows and hides the simulated faults of the contact; highlighted while one is active. */
export function FaultsButton({ chat, open, controls, onToggle }: FaultsButtonProps) {
  const { t } = useTranslation()
  const faulty = !chat.online || !chat.registered
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={
        faulty
          ? t('Simulated faults for this contact: some are on')
          : t('Simulated faults for this contact')
      }
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      className={cn(open && 'bg-accent', faulty && 'text-warning')}
      onClick={onToggle}
    >
      <Zap aria-hidden="true" />
    </Button>
  )
}

/** Switches for simulated faults of the contact. */
export function ContactSwitches({
  id,
  place,
  chat,
}: {
  id: string
  place: ChatPlace
  chat: SandboxChat
}) {
  const { t } = useTranslation()
  const contact = useContactSwitch(place)
  return (
    <div
      id={id}
      className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-b px-4 py-2 text-caption"
    >
      <span className="flex items-center gap-1.5 text-muted-foreground">
        <Zap className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{t('Contact')}</span>
      </span>
      <Labelled
        label={t('Offline')}
        checked={!chat.online}
        disabled={contact.isPending}
        onChange={(offline) => contact.mutate({ online: !offline })}
      />
      <Labelled
        label={t('Not on WhatsApp')}
        checked={!chat.registered}
        disabled={contact.isPending}
        onChange={(missing) => contact.mutate({ registered: !missing })}
      />
    </div>
  )
}

interface LabelledProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function Labelled({ label, checked, disabled, onChange }: LabelledProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <Switch id={id} checked={checked} disabled={disabled} onCheckedChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
