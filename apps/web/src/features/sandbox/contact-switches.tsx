import { normalised } from '@kirim/contract/bounded-text'
import type { SandboxChat } from '@kirim/contract/sandbox'
import { Zap } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import type { ContactChange } from './use-sandbox.ts'

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

interface ContactSwitchesProps {
  id: string
  chat: SandboxChat
  busy: boolean
  onChange: (change: ContactChange) => void
}

/** Switches for simulated faults of the contact, and whether its number is shown. */
export function ContactSwitches({ id, chat, busy, onChange }: ContactSwitchesProps) {
  const { t } = useTranslation()
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
        disabled={busy}
        onChange={(offline) => onChange({ online: !offline })}
      />
      <Labelled
        label={t('Not on WhatsApp')}
        checked={!chat.registered}
        disabled={busy}
        onChange={(missing) => onChange({ registered: !missing })}
      />
      <NumberChoice chat={chat} busy={busy} onChange={onChange} />
    </div>
  )
}

/** A contact who hides the number may be known by a username, and reveal the number later. */
function NumberChoice({ chat, busy, onChange }: Omit<ContactSwitchesProps, 'id'>) {
  const { t } = useTranslation()
  const { hidden, username } = chat
  const shownAs = hidden && username ? 'username' : hidden ? 'hidden' : 'shown'
  const changes = {
    shown: { hidden: false, username: '' },
    hidden: { hidden: true, username: '' },
    username: { hidden: true, username: usernameFor(chat) },
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Segmented
        aria-label={t('Number of the contact')}
        value={shownAs}
        onValueChange={(choice) => onChange(changes[choice])}
        options={[
          { value: 'shown', label: t('Number shown') },
          { value: 'hidden', label: t('Number hidden') },
          { value: 'username', label: t('Username') },
        ]}
        disabled={busy}
        selectOnPhone
      />
      {username && <span className="text-muted-foreground">@{username}</span>}
      {hidden && (
        <Button
          size="sm"
          disabled={busy}
          onClick={() => onChange({ hidden: false, revealNumber: true })}
        >
          {t('Reveal number')}
        </Button>
      )}
    </div>
  )
}

/** Makes a username from the contact's name, in the form that the network allows. */
function usernameFor({ contactName, contactNumber }: SandboxChat): string {
  const words =
    normalised(contactName, 'NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const username = words.join('.').slice(0, 35).replace(/\.$/, '')
  return /[a-z]/.test(username) && username.length >= 3 ? username : `user.${contactNumber}`
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
